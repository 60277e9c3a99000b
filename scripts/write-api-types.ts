import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type ApiDocument, apiTypes } from './generated/api-types.ts'
import { openApiText } from './generated/openapi-text.ts'

/**
 * Writes the console's API types from the document that the service serves. The file is written only if the types
 * changed, because compilers and Vite treat a written file as new.
 */
const path = new URL('../console/src/api/schema.ts', import.meta.url)
const types = apiTypes(JSON.parse(await openApiText()) as ApiDocument)
const text = `// Written from the OpenAPI document by \`npm run api-types\`; do not edit.\n\n${types}`

if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
