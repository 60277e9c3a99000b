import { readFileSync, writeFileSync } from 'node:fs'
import openapiTypes, { astToString } from 'openapi-typescript'
import { openApiText } from './openapi-text.ts'

/**
 * Writes the console's types of the API from the document that the service gives out; with `--check`
 * only says whether they are up to date.
 */
const path = new URL('../console/src/api/schema.ts', import.meta.url)
const tree = await openapiTypes(await openApiText(), { rootTypes: true, rootTypesNoSchemaPrefix: true })
const text = `/** Written by \`npm run api-types\` from the OpenAPI document; do not edit. */\n${astToString(tree)}`
if (!process.argv.includes('--check')) {
  writeFileSync(path, text)
} else if (readFileSync(path, 'utf8') !== text) {
  process.stderr.write('console/src/api/schema.ts is not what the API says: run npm run api-types.\n')
  process.exitCode = 1
}
