/**
 * The logo of the console, copied for the documentation, because a service without the console has no console
 * files.
 */
export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4338ca"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"><path d="M16 4.5v23"/><path d="M10 11.5c4-2 8-2 12 0M8.5 16c5-2.4 10-2.4 15 0M10 20.500c4-2 8-2 12 0"/></g></svg>'

/** Returns the bar above the API reference, with its name and links. */
export const docsBar = (hasConsole: boolean) => `
<header class="bar">
  <a class="name" href="/docs"><img src="/docs/assets/mark.svg" alt="" width="28" height="28">Spindle API</a>
  <nav aria-label="Documentation"><a href="/docs/guide">Guide</a><a href="/docs/errors">Errors and reasons</a><a href="/openapi.json">OpenAPI document</a>${hasConsole ? '<a href="/">Console</a>' : ''}</nav>
</header>`

/** The script that turns on the dark theme of the API reference, which needs a class for it. */
export const docsScript = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const take = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', take)
take()
`

/** The style that gives swagger-ui's page the colours, type and corners of the console. */
export const docsStyle = `
:root { --page: #f6f7fb; --card: #fff; --text: #1f2430; --dimmed: #585e6e; --line: #dfe2ec; --field: #8b91a3; --accent: #4338ca; }
html.dark-mode { --page: #151620; --card: #1b1d2a; --text: #d9dbe7; --dimmed: #a5a9bd; --line: #373a4e; --field: #767b93; --accent: #a1a8fb; color-scheme: dark; }
html, html.dark-mode, body, html.dark-mode body { margin: 0; background: var(--page); color: var(--text); }
.symbols { position: absolute; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 24px; padding: 12px 24px; background: var(--card); border-bottom: 1px solid var(--line); font: 15px/1.5 system-ui, sans-serif; }
.bar a { color: var(--dimmed); text-decoration: none; }
.bar a:hover { color: var(--text); text-decoration: underline; }
.bar nav { display: flex; flex-wrap: wrap; gap: 4px 20px; }
.bar .name { display: flex; align-items: center; gap: 10px; color: var(--text); font-weight: 650; font-size: 17px; }
.bar .name:hover { text-decoration: none; }
.entrance { max-width: 76rem; box-sizing: border-box; margin: 0 auto; padding: 28px 24px 0; font: 15px/1.5 system-ui, sans-serif; }
.entrance h1 { font-size: 1.625rem; font-weight: 650; margin: 0 0 16px; }
.entrance h2 { flex-basis: 100%; font-size: 1rem; font-weight: 650; margin: 0; }
.entrance a { color: var(--accent); }
.entrance input, .entrance select { box-sizing: border-box; width: 100%; height: 40px; padding: 0 12px; border: 1px solid var(--field); border-radius: 8px; background: var(--card); color: var(--text); font: inherit; }
.entrance input::placeholder { color: var(--dimmed); opacity: 1; }
.entrance button { height: 40px; padding: 0 16px; border: 0; border-radius: 8px; background: #4338ca; color: #fff; font: inherit; font-weight: 600; white-space: nowrap; cursor: pointer; }
.entrance button[hidden] { display: none; }
.entrance :focus-visible, request-samples :focus-visible { outline: 3px solid #8a92fa; outline-offset: 2px; }
.search { display: flex; gap: 12px; }
.doors { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 12px; margin: 16px 0; padding: 0; list-style: none; }
.doors a { box-sizing: border-box; display: block; height: 100%; padding: 14px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); text-decoration: none; }
.doors a:hover strong { text-decoration: underline; }
.doors strong, .doors span { display: block; }
.doors span { color: var(--dimmed); font-size: 14px; }
.values { display: flex; flex-wrap: wrap; gap: 12px; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.values label { flex: 1 1 14rem; min-width: 0; color: var(--dimmed); font-size: 14px; }
.values p { flex-basis: 100%; margin: 0; color: var(--dimmed); font-size: 14px; }
request-samples { display: block; margin: 0 0 16px; padding: 12px 20px 0; }
request-samples > div { display: flex; gap: 4px; }
request-samples button { padding: 6px 12px; border: 0; border-radius: 8px; background: none; color: var(--dimmed); font: 14px/1.4 system-ui, sans-serif; cursor: pointer; }
request-samples button[aria-pressed=true] { background: var(--page); color: var(--text); font-weight: 600; }
request-samples .copy { margin-left: auto; }
.swagger-ui request-samples pre { margin: 8px 0 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--page); color: var(--text); font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.swagger-ui, .swagger-ui .info *, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description, .swagger-ui .btn, .swagger-ui label, .swagger-ui table thead tr th, .swagger-ui .tab li, .swagger-ui .response-col_status, .swagger-ui .parameter__name, .swagger-ui .parameter__type { font-family: system-ui, sans-serif; }
.swagger-ui code, .swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock-summary-path *, .swagger-ui .microlight, .swagger-ui .parameter__type { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.swagger-ui .wrapper { max-width: 76rem; padding: 0 24px; }
.swagger-ui .info { margin: 28px 0 16px; }
.swagger-ui .info .title { font-size: 1.625rem; font-weight: 650; color: var(--text); }
.swagger-ui .info .title small { background: var(--accent); border-radius: 8px; }
.swagger-ui .info .title small.version-stamp { background: #3f6212; }
.swagger-ui .info a, html.dark-mode .swagger-ui .info a { color: var(--accent); }
.swagger-ui .scheme-container { background: var(--card); box-shadow: none; border: solid var(--line); border-width: 1px 0; margin: 0 0 16px; padding: 16px 0; }
.swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); font-size: 1.15rem; color: var(--text); }
.swagger-ui .opblock { border-radius: 8px; box-shadow: none; border: 1px solid var(--line); background: var(--card); margin: 0 0 8px; }
.swagger-ui .opblock .opblock-summary { border: 0; padding: 6px 10px; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 6px; min-width: 72px; font: 650 12px/1 system-ui, sans-serif; text-shadow: none; padding: 7px 0; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d5fb8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #14724a; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #92500b; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f6b66; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b01c1c; }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #f0a3a3 !important; }
.swagger-ui .btn { border-radius: 8px; box-shadow: none; }
.swagger-ui .btn.authorize, html.dark-mode .swagger-ui .btn.authorize { color: var(--accent); border-color: var(--accent); }
.swagger-ui .btn.authorize svg, html.dark-mode .swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .btn.execute { background: #4338ca; border-color: #4338ca; color: #fff; }
.swagger-ui input, .swagger-ui textarea, .swagger-ui select { border-radius: 8px; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .renderedMarkdown code, .swagger-ui .markdown code { color: #6b0fc4; }
html.dark-mode .swagger-ui .renderedMarkdown code, html.dark-mode .swagger-ui .markdown code { color: #d2a8ff; }
html.dark-mode .swagger-ui :is(.header-col, .examples-select__section-label) { color: var(--text); }
.swagger-ui .parameter__in, html.dark-mode .swagger-ui .parameter__in { color: var(--dimmed); }
.swagger-ui .responses-inner, .swagger-ui .table-container { overflow-x: auto; }
#swagger-ui { overflow-x: clip; }
@media (max-width: 40em) {
  .bar { padding: 10px 16px; }
  .swagger-ui .wrapper { padding: 0 12px; }
  .entrance { padding: 20px 16px 0; }
  request-samples { padding: 12px 12px 0; }
  .swagger-ui .opblock .opblock-summary-description { display: none; }
}
`
