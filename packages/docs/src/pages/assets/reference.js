/* global document, matchMedia, SwaggerUIBundle */

/** The stylesheet of the reference knows darkness by a class alone. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const isProblem = (code) => code === 'default' || code >= '400';

/** Shows a refusal as one line: its status, what it means, and links to its kinds. Its body is drawn when it is opened. */
const foldProblems = (Original, { React }) => {
  const { createElement: h, useState } = React;
  return function Response(props) {
    const [open, setOpen] = useState(false);
    const { code, response } = props;
    if (!isProblem(code)) return h(Original, props);
    const examples = response.getIn(['content', 'application/problem+json', 'examples']);
    const kinds = examples ? [...examples.keys()] : [];
    return h(
      'tr',
      { className: `response problem ${props.className ?? ''}`, 'data-code': code },
      h('td', { className: 'response-col_status' }, code),
      h(
        'td',
        { className: 'response-col_description' },
        h('p', null, response.get('description')),
        h(
          'p',
          { className: 'kinds' },
          kinds.map((kind) => h('a', { key: kind, href: `/problems/${kind}` }, kind)),
        ),
        h(
          'details',
          { onToggle: (event) => setOpen(event.currentTarget.open) },
          h('summary', null, 'Body'),
          open && h('table', null, h('tbody', null, h(Original, props))),
        ),
      ),
    );
  };
};

const reference = document.getElementById('reference');

SwaggerUIBundle({
  url: '/openapi.json',
  domNode: reference,
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: reference.dataset.expand,
  defaultModelsExpandDepth: -1,
  syntaxHighlight: { activated: false },
  validatorUrl: null,
  plugins: [
    {
      // The page itself says what these would, and there is one server: this host.
      components: { InfoContainer: () => null, ServersContainer: () => null },
      wrapComponents: { response: foldProblems },
    },
  ],
});
