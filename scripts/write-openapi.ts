import { writeFileSync } from 'node:fs'
import { openApiText } from './generated/openapi-text.ts'

/** Writes the OpenAPI document to a file, for tools that read files. */
const [path = ''] = process.argv.slice(2)
writeFileSync(path, await openApiText())
