import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openApiText } from './generated/openapi-text.ts'

/**
 * Writes the console's API types from the document that the service serves. The file begins with the digest
 * of its sources. It is written only if the digest changed, because compilers and Vite treat a written file
 * as new.
 */
const path = new URL('../console/src/api/schema.ts', import.meta.url)
const generator = new URL('../node_modules/openapi-typescript/package.json', import.meta.url)
const document = await openApiText()
const digest = createHash('sha256').update(readFileSync(generator)).update(document).digest('hex')
const stamp = `/** Written from the OpenAPI document ${digest} by \`npm run api-types\`; do not edit. */\n`

if (!existsSync(path) || !readFileSync(path, 'utf8').startsWith(stamp)) {
  // Imports the type generator only if the API types must be written, because it loads the TypeScript
  // compiler. Loading the compiler takes longer than all other work of this script.
  const { default: typesOf, astToString } = await import('openapi-typescript')
  const tree = await typesOf(document, { rootTypes: true, rootTypesNoSchemaPrefix: true })
  writeFileSync(path, `${stamp}${astToString(tree)}`)
}
