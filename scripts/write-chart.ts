import { writeFileSync } from 'node:fs'
import { renderedBy, renderings } from './generated/chart-text.ts'

/** The name or path of the Helm binary, from HELM. Helm is not among the dependencies. */
const helm = process.env['HELM'] ?? 'helm'
for (const [file, values] of Object.entries(renderings)) {
  writeFileSync(new URL(`../deploy/kubernetes/${file}`, import.meta.url), renderedBy(helm, values))
}
