import ts from 'typescript';

export type SourceFile = {
  lines: number;
  commentWords: number;
  /** Types included. */
  imports: readonly string[];
};

export const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;

export const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

export function readSourceFile(name: string, text: string): SourceFile {
  return {
    lines: linesIn(text),
    commentWords: wordsIn(commentsOf(name, text).join('\n')),
    imports: ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName),
  };
}

/** Counts a comment once, though it may be both before and after tokens. */
function commentsOf(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, string>();
  const add = (ranges: readonly ts.CommentRange[] = []): void => {
    for (const { pos, end } of ranges) comments.set(pos, text.slice(pos, end));
  };
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (children.length === 0 && node.kind !== ts.SyntaxKind.JsxText) {
      add(ts.getLeadingCommentRanges(text, node.getFullStart()));
      add(ts.getTrailingCommentRanges(text, node.getEnd()));
    }
    children.filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc).forEach(visit);
  };
  visit(source);
  return [...comments.values()];
}
