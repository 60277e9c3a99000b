import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Writes a sample configuration of docs/operate/high-availability with the addresses of the trial, so that the trial
 * tests the documented configuration. Throws if the sample lacks a text that must be replaced.
 */
export function writeSample(
  name: string,
  path: string,
  places: readonly (readonly [inSample: string, here: string])[],
): void {
  const sample = new URL(`../../../docs/operate/high-availability/${name}`, import.meta.url)
  let text = readFileSync(fileURLToPath(sample), 'utf8')
  for (const [inSample, here] of places) {
    if (!text.includes(inSample)) throw new Error(`${name} does not have "${inSample}"`)
    text = text.replaceAll(inSample, here)
  }
  writeFileSync(path, text)
}
