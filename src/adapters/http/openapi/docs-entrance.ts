/** The doors of the documentation, each with a sentence about what is behind it. */
const doors = [
  ['/docs/guide', 'Guide', 'Install, use, program and operate Spindle.'],
  ['/docs/guide/api/first-calls', 'First calls', 'From a record to a message in a few minutes.'],
  ['#swagger-ui', 'API reference', 'Each operation with samples in curl, JavaScript and Python.'],
  ['/docs/errors', 'Errors and reasons', 'What each code means, and what to do.'],
] as const

/**
 * Returns the part of the documentation page above the API reference: the search, the doors, and the values of the
 * reader that the samples show. The values stay in the browser.
 */
export const docsEntrance = (hasConsole: boolean) => `
<section class="entrance" aria-labelledby="documentation">
  <h1 id="documentation">Documentation</h1>
  <form class="search" role="search" action="/docs/guide">
    <input type="search" name="q" aria-label="Search" placeholder="Search operations and the guide" autocomplete="off" spellcheck="false">
    <button data-guide>Search the guide</button>
  </form>
  <ul class="doors">${doors.map(([url, name, text]) => `<li><a href="${url}"><strong>${name}</strong><span>${text}</span></a></li>`).join('')}</ul>
  <form class="values" aria-labelledby="values">
    <h2 id="values">Your values in the samples</h2>
    <label>API key<input name="key" placeholder="svc_…" autocomplete="off" spellcheck="false"></label>
    <label>Data table<input name="dataTableId" placeholder="ID of a data table" autocomplete="off" spellcheck="false"></label>
    <label>Spinner<input name="spinnerId" placeholder="ID of a spinner" autocomplete="off" spellcheck="false"></label>
    <p>The key is stored in this tab until you close the tab, and is sent nowhere.${hasConsole ? ' Spindle shows a key only once: <a href="/api-keys">create a key</a> if you have none.' : ''}</p>
  </form>
</section>`
