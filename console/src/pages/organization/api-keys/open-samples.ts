/** The name under which the API reference stores the values of its reader in a tab: see `docs-page.mjs`. */
const storageName = 'spindle-samples'

/**
 * Opens the API reference in a new tab whose samples have the API key. The new tab begins with a copy of what this tab
 * stores, so the key is in no address; this tab then forgets the key.
 */
export function openSamples(key: string): void {
  sessionStorage.setItem(storageName, JSON.stringify({ key }))
  window.open('/docs#/Public%20API/records.ingest')
  sessionStorage.removeItem(storageName)
}
