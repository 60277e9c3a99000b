import MiniSearch, { type SearchResult } from 'minisearch'
import { searchOptions } from './search-options.ts'

/** The number of results that a search shows. */
const maxResults = 12

/** The operations of the API reference, which the running service describes as sections of the guide. */
const operationsFile = '/docs/operations.json'

/** The search of the guide and the API reference. It loads its index when it is opened for the first time. */
class GuideSearch extends HTMLElement {
  #index: Promise<MiniSearch> | null = null

  connectedCallback(): void {
    const input = this.#part('input')
    this.#part('button[data-open]').addEventListener('click', () => this.#open())
    input.addEventListener('input', () => void this.#search(input.value))
    this.#part('dialog').addEventListener('click', ({ target }) => {
      if (target === this.#part('dialog')) this.#part('dialog').close()
    })
    // Opens the first result with Enter. The form would close the dialog.
    this.#part('form').addEventListener('submit', (event) => {
      const first = this.#part('ol').querySelector('a')
      if (document.activeElement !== input || first === null) return
      event.preventDefault()
      first.click()
    })
    this.addEventListener('keydown', (event) => this.#moveFocus(event))
    // Searches for the words that a form of another page has sent.
    const words = new URLSearchParams(location.search).get('q')
    if (words !== null) {
      this.#open()
      input.value = words
      void this.#search(words)
    }
    document.addEventListener('keydown', (event) => {
      const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
      const isSlash =
        event.key === '/' &&
        !(event.target instanceof HTMLElement && event.target.matches('input, select, textarea'))
      if (!isShortcut && !isSlash) return
      event.preventDefault()
      this.#open()
    })
  }

  #part<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name]
  #part(selector: string): HTMLElement
  #part(selector: string): HTMLElement {
    const part = this.querySelector<HTMLElement>(selector)
    if (part === null) throw new Error(`The search has no ${selector}`)
    return part
  }

  #open(): void {
    this.#part('dialog').showModal()
    this.#part('input').select()
    void this.#load()
  }

  #load(): Promise<MiniSearch> {
    this.#index ??= this.#fetchIndex().catch((error: unknown) => {
      this.#index = null
      throw error
    })
    return this.#index
  }

  async #fetchIndex(): Promise<MiniSearch> {
    const files = [this.dataset['index'] ?? '', operationsFile]
    const [pages = '', operations = ''] = await Promise.all(files.map(textOf))
    const index = MiniSearch.loadJSON(pages, searchOptions)
    index.addAll(JSON.parse(operations))
    return index
  }

  async #search(words: string): Promise<void> {
    const status = this.#part('p')
    try {
      const index = await this.#load()
      if (words !== this.#part('input').value) return
      const results = this.#resultsOf(index, words)
      this.#part('ol').replaceChildren(...results.slice(0, maxResults).map(itemOf))
      status.textContent =
        words.trim() === '' ? '' : results.length === 0 ? 'No results' : `${results.length} results`
    } catch {
      status.textContent = 'The search is not available. Check your connection and type again.'
    }
  }

  /** Returns the sections with all of the words; if there are none, those with some of them. */
  #resultsOf(index: MiniSearch, words: string): SearchResult[] {
    const results = index.search(words)
    return results.length > 0 ? results : index.search(words, { combineWith: 'OR' })
  }

  #moveFocus(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const places = [this.#part('input'), ...this.#part('ol').querySelectorAll('a')]
    const at = places.indexOf(document.activeElement as HTMLAnchorElement)
    if (at === -1) return
    event.preventDefault()
    places[Math.max(0, Math.min(places.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
  }
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The search index was answered with ${answer.status}`)
  return answer.text()
}

function itemOf(result: SearchResult): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const title = document.createElement('strong')
  const excerpt = document.createElement('span')
  link.href = String(result['url'])
  title.textContent = [result['title'], result['heading']].filter((words) => words !== '').join(' › ')
  excerpt.textContent = String(result['excerpt'])
  link.append(title, excerpt)
  item.append(link)
  return item
}

customElements.define('guide-search', GuideSearch)
