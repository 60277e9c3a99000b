/**
 * The script of the page of the API reference: the samples of each operation with the values of the reader, and the
 * search. The page loads this file as it is, so it is JavaScript with its types in comments.
 *
 * @typedef {{ lang: string, label: string, source: string }} CodeSample
 * @typedef {{ get(name: string): any, getIn(path: string[]): any, filter(keep: (item: any) => boolean): any, map(change: (item: any) => any): any, size: number }} Collection
 */

/** The name under which a tab of the browser stores the values of its reader, until the tab is closed. */
const storageName = 'spindle-samples'

/** The names of the fields of values, with the texts of the samples that they replace. */
const placeholders = /** @type {const} */ ({
  key: 'svc_YOUR_API_KEY',
  dataTableId: 'YOUR_DATA_TABLE_ID',
  spinnerId: 'YOUR_SPINNER_ID',
})

/** @type {Map<string, readonly string[]>} The columns of the data tables of a reader who is signed in. */
const columnsOfTables = new Map()

/** The place of the record of the samples in the OpenAPI document. */
const placeOfRecord = [
  'paths',
  '/api/v1/public/ingest',
  'post',
  'requestBody',
  'content',
  'application/json',
  'examples',
  'one',
  'value',
  'records',
  0,
]

/** The record of the samples, in the notation that it has in each language. */
let exampleRecord = ''
let language = 'curl'

/** @returns {HTMLFormElement} */
function valuesForm() {
  return /** @type {HTMLFormElement} */ (document.querySelector('form.values'))
}

/** @param {Record<string, unknown>} record */
function lineOf(record) {
  const cells = Object.entries(record).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `{${cells.join(', ')}}`
}

/**
 * Returns a record with the columns of a table. Columns that the record of the samples has keep its values.
 *
 * @param {readonly string[]} columns
 */
function recordOf(columns) {
  const values = /** @type {Record<string, unknown>} */ (JSON.parse(exampleRecord))
  return lineOf(Object.fromEntries(columns.map((column) => [column, values[column] ?? ''])))
}

/**
 * Returns what the reader has entered or chosen in a field of values.
 *
 * @param {string} name
 */
function valueOf(name) {
  const field = valuesForm().elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value.trim() : ''
}

/** @param {string} source */
function filledIn(source) {
  let text = source
  for (const [name, placeholder] of Object.entries(placeholders)) {
    const value = valueOf(name)
    if (value !== '') text = text.replaceAll(placeholder, value)
  }
  const columns = columnsOfTables.get(valueOf('dataTableId')) ?? []
  return columns.length === 0 || exampleRecord === ''
    ? text
    : text.replaceAll(exampleRecord, recordOf(columns))
}

/** `<request-samples>` shows the samples of an operation, one language at a time. */
class RequestSamples extends HTMLElement {
  connectedCallback() {
    document.addEventListener('samples', this)
    this.handleEvent()
  }

  disconnectedCallback() {
    document.removeEventListener('samples', this)
  }

  /** Shows the sample of the chosen language with the values of the reader. */
  handleEvent() {
    const samples = /** @type {CodeSample[]} */ (JSON.parse(this.getAttribute('samples') ?? '[]'))
    const chosen = samples.find(({ label }) => label === language) ?? samples[0]
    const bar = document.createElement('div')
    const code = document.createElement('pre')
    code.tabIndex = 0
    code.textContent = filledIn(chosen?.source ?? '')
    for (const { label } of samples) {
      const tab = button(label, () => {
        language = label
        document.dispatchEvent(new Event('samples'))
      })
      tab.setAttribute('aria-pressed', String(label === chosen?.label))
      bar.append(tab)
    }
    const copy = button('Copy', async () => {
      await navigator.clipboard.writeText(code.textContent ?? '')
      copy.textContent = 'Copied'
    })
    copy.className = 'copy'
    bar.append(copy)
    this.replaceChildren(bar, code)
  }
}

/**
 * @param {string} text
 * @param {() => unknown} act
 */
function button(text, act) {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  element.addEventListener('click', act)
  return element
}

/**
 * The plugin of swagger-ui: shows the samples above the parameters of each operation, and finds operations by any text
 * of them instead of their tag.
 *
 * @param {any} system
 */
function SpindleDocs({ React }) {
  return {
    fn: {
      /** @param {Collection} tags @param {string} phrase */
      opsFilter: (tags, phrase) =>
        tags
          .map((tag) =>
            tag.set(
              'operations',
              tag
                .get('operations')
                .filter((/** @type {Collection} */ operation) => mentions(operation, phrase)),
            ),
          )
          .filter((tag) => tag.get('operations').size > 0),
    },
    components: { FilterContainer: () => null },
    /** @param {any} loaded */
    afterLoad: ({ fn }) => {
      const resolve = fn.resolveSubtree
      Object.assign(fn, {
        /** @param {any} document @param {string[]} path @param {unknown} options */
        resolveSubtree: (document, path, options) => resolve(partOf(document, path), path, options),
      })
    },
    wrapComponents: {
      // The row of an operation is a button, which may contain no link. The button itself opens the operation's address.
      DeepLink: (/** @type {any} */ Original) => (/** @type {any} */ props) =>
        props.path.includes('/')
          ? React.createElement('span', null, props.text)
          : React.createElement(Original, props),
      parameters: (/** @type {any} */ Original) => (/** @type {any} */ props) => {
        const spec = props.specSelectors.specJson()
        exampleRecord = lineOf(spec.getIn(placeOfRecord).toJS())
        const samples = spec.getIn(['paths', ...props.pathMethod, 'x-codeSamples'])
        return React.createElement(
          'div',
          null,
          samples && React.createElement('request-samples', { samples: JSON.stringify(samples) }),
          React.createElement(Original, props),
        )
      },
    },
  }
}

/**
 * Returns the OpenAPI document with one operation and the components that it names, or with the security schemes alone. Swagger-ui otherwise takes ten
 * seconds to open an operation, because it processes the whole document each time.
 *
 * @param {any} document
 * @param {readonly string[]} path
 */
function partOf(document, path) {
  const [root, url = '', method = ''] = path
  if (root === 'paths' && method === '') return document
  const paths = root === 'paths' ? { [url]: { [method]: document.paths[url][method] } } : {}
  /** @type {Record<string, Record<string, unknown>>} */
  const components = { securitySchemes: document.components.securitySchemes }
  const texts = [JSON.stringify(paths)]
  for (const text of texts)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const group = (components[kind] ??= {})
      if (name in group) continue
      group[name] = document.components[kind][name]
      texts.push(JSON.stringify(group[name]))
    }
  return { ...document, paths, components }
}

/**
 * Returns whether an operation has each word of a phrase in its path, id, summary or description.
 *
 * @param {Collection} operation
 * @param {string} phrase
 */
function mentions(operation, phrase) {
  const names = ['operationId', 'summary', 'description']
  const texts = [operation.get('path'), ...names.map((name) => operation.getIn(['operation', name]))]
  const text = texts.join(' ').toLowerCase()
  return phrase
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Takes over the values that the tab has stored, and stores and shows each change. */
function followValues() {
  const form = valuesForm()
  const stored = JSON.parse(sessionStorage.getItem(storageName) ?? '{}')
  for (const name of Object.keys(placeholders)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = stored[name] ?? ''
  }
  form.addEventListener('input', () => {
    sessionStorage.setItem(storageName, JSON.stringify(Object.fromEntries(new FormData(form))))
    document.dispatchEvent(new Event('samples'))
  })
  form.addEventListener('submit', (event) => event.preventDefault())
}

/** Offers the data tables and spinners of a reader who is signed in to the console. */
async function offerItems() {
  const answers = await Promise.all(
    ['data-tables', 'spinners'].map((list) => fetch(`/api/v1/${list}?limit=200`)),
  )
  if (!answers.every(({ ok }) => ok)) return
  const [tables, spinners] = await Promise.all(answers.map((answer) => answer.json()))
  for (const { id, columns } of tables.items) columnsOfTables.set(id, columns.map(nameOf))
  offer('dataTableId', tables.items)
  offer('spinnerId', spinners.items)
  document.dispatchEvent(new Event('samples'))
}

/** @param {{ name: string }} item */
function nameOf({ name }) {
  return name
}

/**
 * Replaces the field of an id by a choice of names.
 *
 * @param {string} name
 * @param {readonly { id: string, name: string }[]} items
 */
function offer(name, items) {
  const field = valuesForm().elements.namedItem(name)
  if (!(field instanceof HTMLInputElement) || items.length === 0) return
  const choice = document.createElement('select')
  choice.name = name
  choice.id = field.id
  choice.append(new Option('Choose…', ''), ...items.map((item) => new Option(item.name, item.id)))
  choice.value = items.some(({ id }) => id === field.value) ? field.value : ''
  field.replaceWith(choice)
}

/** Lets the search field filter the operations of the page while the reader types, and open their tags. */
function followSearch() {
  const field = /** @type {HTMLInputElement} */ (document.querySelector('form.search input'))
  field.addEventListener('input', () => {
    const { layoutActions, specSelectors } = /** @type {any} */ (window).ui.getSystem()
    const phrase = field.value.trim()
    layoutActions.updateFilter(phrase === '' ? false : phrase)
    for (const tag of specSelectors.taggedOperations().keys())
      layoutActions.show(['operations-tag', tag], phrase !== '')
  })
}

/** Names the choices of swagger-ui for screen readers, and lets the keyboard scroll its examples. */
function makeAccessible() {
  for (const choice of document.querySelectorAll('.swagger-ui select:not([aria-label])'))
    choice.setAttribute('aria-label', choice.id === 'servers' ? 'Server' : 'Example')
  for (const example of document.querySelectorAll('.swagger-ui .microlight:not([tabindex])'))
    example.setAttribute('tabindex', '0')
}

customElements.define('request-samples', RequestSamples)
new MutationObserver(makeAccessible).observe(document.body, { childList: true, subtree: true })
Object.assign(window, { SpindleDocs })
followValues()
followSearch()
await offerItems().catch(() => {})
