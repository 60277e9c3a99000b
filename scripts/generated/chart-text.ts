import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments, stringify } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))
const chart = 'deploy/helm/spindle'

/**
 * The files under deploy/kubernetes/ that `helm template` renders from the chart, each with its values files.
 */
export const renderings: Readonly<Record<string, readonly string[]>> = {
  'spindle.yaml': [],
  'everything.yaml': ['deploy/helm/examples/everything.yaml'],
}

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

export function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}

/**
 * Renders the Helm chart. Manifests are sorted by kind and name, because versions of Helm differ in their
 * order.
 */
export function renderedBy(helm: string, values: readonly string[]): string {
  const words = ['template', 'spindle', chart, ...values.flatMap((file) => ['-f', file])]
  const manifests = manifestsIn(execFileSync(helm, words, { cwd: root, encoding: 'utf8' }))
  const key = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`
  const sorted = manifests.toSorted((a, b) => key(a).localeCompare(key(b), 'en'))
  const head = `# Made by npm run chart from ${chart}; change that.\n# ${chartDigest(values)}\n`
  return head + sorted.map((manifest) => `---\n${stringify(manifest, { lineWidth: 0 })}`).join('')
}

/**
 * Returns a digest of all files that a rendering of the chart depends on, so that an outdated rendering is
 * detected without Helm.
 */
export function chartDigest(values: readonly string[]): string {
  const files = [...globSync(`${chart}/**/*.*`, { cwd: root }), ...values].toSorted()
  const hash = createHash('sha256')
  for (const file of files)
    hash.update(`${file}\n${readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')}`)
  return hash.digest('hex')
}
