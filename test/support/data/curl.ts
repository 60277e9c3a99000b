import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

/** A program that stands in for `curl` in tests of documented commands, because a machine may not have curl. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'no-buffer': { type: 'boolean', short: 'N' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    'data-binary': { type: 'string' },
  },
})

const [url = ''] = positionals
const { request: method = 'GET', header = [], data, 'data-binary': file } = values
const headers = header.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
const body = file === '@-' ? await text(process.stdin) : data
const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
process.stdout.write(await response.text())
