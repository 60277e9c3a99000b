import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openApiText } from './openapi-text.ts'

/**
 * Writes the console's types of the API from the document that the service gives out. The file begins
 * with the digest of what it was made from, and is written only when that has changed: compilers and
 * Vite take a file that is written for one that is new.
 */
const path = new URL('../console/src/api/schema.ts', import.meta.url)
const generator = new URL('../node_modules/openapi-typescript/package.json', import.meta.url)
const document = await openApiText()
const digest = createHash('sha256').update(readFileSync(generator)).update(document).digest('hex')
const stamp = `/** Written from the OpenAPI document ${digest} by \`npm run api-types\`; do not edit. */\n`

if (!existsSync(path) || !readFileSync(path, 'utf8').startsWith(stamp)) {
  // It brings the TypeScript compiler along, which takes longer to load than all the rest.
  const { default: typesOf, astToString } = await import('openapi-typescript')
  const tree = await typesOf(document, { rootTypes: true, rootTypesNoSchemaPrefix: true })
  writeFileSync(path, `${stamp}${astToString(tree)}`)
}
