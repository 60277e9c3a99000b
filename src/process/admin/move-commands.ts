import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Container } from 'inversify'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { operator } from '../../domain/account/audit/actor.ts'
import { cellIdForm } from '../../domain/cell/cell-id.ts'
import { isId } from '../../domain/id.ts'
import type { MovedCallers, MoveOrder } from '../../ports/cell/organization-moves.ts'
import { MoveOrganization } from '../../use-cases/cell/move-organization.ts'
import { adminCommand, type Parsed } from './admin-command.ts'

const mostRefusedSeconds = 600
const mostDrainSeconds = 86_400

export const moveOrganization = adminCommand({
  form: 'move-organization --organization ID --to DATABASE_URL --cell ID [--maps DIRECTORY] [--then COMMAND]',
  positionals: 0,
  summary:
    'Moves an organization to the database of another cell, while it works. Interrupted, it is run again. docs/cells.md',
  options: {
    organization: 'its id, as `organizations` lists it',
    to: 'the DATABASE_URL of the other cell: PostgreSQL itself, no pooler',
    cell: 'what the other cell is called there (CELL)',
    url: 'its PUBLIC_API_URL, told to callers whom no proxy leads there',
    maps: 'a directory in which credentials.map and organizations.map are kept for the proxy',
    then: 'a command that lets the proxy read them, run as soon as the other cell has the organization',
    'refused-seconds': 'for how long its requests may be refused; 10 unless told',
    'drain-seconds': 'for how long to wait until no runtime works for it; 300 unless told',
  },
  flags: { undo: 'takes back what an interrupted move has left, instead' },
  run: async (container: Container, parsed) => {
    const order = orderOf(parsed)
    const move = container.get(MoveOrganization)
    if (parsed.flags.has('undo'))
      return (await move.undo(order))
        ? 'It is in this cell, and nothing of it in the other.\n'
        : 'The other cell has it. Run this without --undo to complete the move.\n'
    const { maps, then } = parsed.options
    const result = await move.execute({
      ...order,
      by: operator,
      tell: (line) => process.stderr.write(`${line}\n`),
      tellProxy: async (callers) => {
        if (maps !== undefined) keepMaps(maps, order.cell, callers)
        if (then !== undefined) await run(then)
      },
    })
    if (typeof result === 'string') throw new StartFault(`${result} Nothing was moved.`)
    const refused = result.refusedMs === null ? '' : `, refused for ${Math.round(result.refusedMs)} ms`
    return `The organization is in the cell "${order.cell}"${refused}. Its people sign in again.\n`
  },
})

function orderOf({ options }: Parsed): MoveOrder {
  const { organization = '', to = '', cell = '', url = null } = options
  if (!isId(organization))
    throw new StartFault('--organization is an id, as `npm run admin -- organizations` lists them.')
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new StartFault(
      '--to is the DATABASE_URL of the other cell: postgres://user:password@host/database.',
    )
  if (!cellIdForm.test(cell)) throw new StartFault('--cell is 1 to 8 of a-z and 0-9, as CELL is there.')
  return {
    organizationId: organization.toLowerCase(),
    to,
    cell,
    url,
    refusedSeconds: secondsOf(options, 'refused-seconds', 10, mostRefusedSeconds),
    drainSeconds: secondsOf(options, 'drain-seconds', 300, mostDrainSeconds),
  }
}

function secondsOf(options: Parsed['options'], name: string, otherwise: number, most: number): number {
  const text = options[name]
  if (text === undefined) return otherwise
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 2 && seconds <= most) return seconds
  throw new StartFault(`--${name} is a number of seconds from 2 to ${most}.`)
}

/**
 * Writes the maps for the proxy. Both files have a line `KEY CELL` for each key, and are replaced as a whole.
 */
function keepMaps(
  directory: string,
  cell: string,
  { credentialDigests, unsubscribePrefix }: MovedCallers,
): void {
  mkdirSync(directory, { recursive: true })
  keepMap(join(directory, 'credentials.map'), credentialDigests, cell)
  keepMap(join(directory, 'organizations.map'), [unsubscribePrefix], cell)
}

function keepMap(path: string, keys: readonly string[], cell: string): void {
  const entries = new Map<string, string>()
  for (const line of linesOf(path)) {
    const [key = '', value = ''] = line.split(' ')
    entries.set(key, value)
  }
  for (const key of keys) entries.set(key, cell)
  writeFileSync(`${path}.new`, [...entries].map(([key, value]) => `${key} ${value}\n`).join(''))
  renameSync(`${path}.new`, path)
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function run(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0)
    process.stderr.write(
      `"${command}" ended with ${code}. The other cell has the organization: let the proxy read the maps by hand.\n`,
    )
}
