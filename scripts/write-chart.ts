import { writeFileSync } from 'node:fs'
import { renderedBy, renderings } from './chart-text.ts'

/** Helm is not among the dependencies. HELM names its binary if it is not in the PATH. */
const helm = process.env['HELM'] ?? 'helm'
for (const [file, values] of Object.entries(renderings)) {
  writeFileSync(new URL(`../deploy/kubernetes/${file}`, import.meta.url), renderedBy(helm, values))
}
