import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'

const folder = new URL('../docs/decisions/', import.meta.url)
const index = readFileSync(new URL('README.md', folder), 'utf8')

it.each(readdirSync(folder).filter((name) => name !== 'README.md'))(
  'the decision in %s is in the index, with its title, date and status',
  (name) => {
    const [title = '', , head = ''] = readFileSync(new URL(name, folder), 'utf8').split('\n')
    const [, date, status] = /^\*(\d{4}-\d{2}-\d{2}) · (.+)\*$/.exec(head) ?? []
    expect(index).toContain(
      `| ${name.slice(0, 4)} | [${title.replace(/^# \d+\. /, '')}](${name}) | ${date} | ${status} |\n`,
    )
  },
)
