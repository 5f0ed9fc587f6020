/** A style sheet's classes by their names in it; a test holds both to each other. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export { styles as default };
}

/** A style sheet of the whole page. */
declare module '*.css';
