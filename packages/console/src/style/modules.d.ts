/** Classes by name; a test compares both. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export { styles as default };
}

declare module '*.css';
