import { parser } from '@prometheus-io/lezer-promql';
import type { SyntaxNode } from '@lezer/common';

export type Matcher = { label: string; operator: string; value: string };
export type Selector = { metric: string; matchers: readonly Matcher[] };
/** Labels of an aggregation, and its metrics. */
export type Grouping = { labels: readonly string[]; metrics: readonly string[] };

/** @throws Error if the text is no PromQL */
export function readExpression(text: string): { selectors: Selector[]; groupings: Grouping[] } {
  const nodes = nodesOf(text);
  const textOf = ({ from, to }: SyntaxNode): string => text.slice(from, to);
  const selectorOf = (node: SyntaxNode): Selector => ({
    metric: node.getChild('Identifier') ? textOf(node.getChild('Identifier') as SyntaxNode) : '',
    matchers: (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) => {
      const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((name) => {
        const part = matcher.getChild(name);
        return part ? textOf(part) : '';
      }) as [string, string, string];
      return { label, operator, value: value.slice(1, -1) };
    }),
  });
  const selectors = nodes.filter(({ name }) => name === 'VectorSelector');
  const groupings = nodes
    .filter(({ name }) => name === 'AggregateExpr')
    .map((node) => ({
      labels: (
        node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []
      ).map(textOf),
      metrics: selectors
        .filter(({ from, to }) => from >= node.from && to <= node.to)
        .map((selector) => selectorOf(selector).metric),
    }));
  return { selectors: selectors.map(selectorOf), groupings };
}

/** @throws Error if the text is no PromQL */
export function nodesOf(text: string): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  parser.parse(text).iterate({
    enter: ({ node }) => {
      if (node.type.isError) throw new Error(`No PromQL at character ${node.from}: ${text}`);
      nodes.push(node);
    },
  });
  return nodes;
}
