import { writeFileSync } from 'node:fs'
import { openApiText } from './openapi-text.ts'

/** Writes the document that the service gives out, for tools that read files. */
const [path = ''] = process.argv.slice(2)
writeFileSync(path, await openApiText())
