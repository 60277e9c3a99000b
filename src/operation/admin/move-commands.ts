import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Container } from 'inversify'
import { StartFault } from '../../adapters/system/start-fault.ts'
import type { Config } from '../../config.ts'
import { operator } from '../../domain/account/audit/actor.ts'
import { cellIdForm } from '../../domain/cell/cell-id.ts'
import { isId } from '../../domain/id.ts'
import type { MovedCallers, MoveOrder, UndoneMove } from '../cells/move-order.ts'
import { movesOf } from '../cells/move-organization.ts'
import { adminCommand, type ParsedCommandLine } from './admin-command.ts'

const maxRefusalSeconds = 600
const maxDrainSeconds = 86_400

export const moveOrganization = adminCommand({
  form: 'move-organization --organization ID --to DATABASE_URL --cell ID [--maps DIRECTORY] [--then COMMAND]',
  positionals: 0,
  summary:
    'Moves an organization to the database of another cell while the organization is in use. If the move is interrupted, run the command again. See docs/operate/cells.md.',
  options: {
    organization: 'the id of the organization, as `organizations` lists it',
    to: 'the DATABASE_URL of the other cell, directly to PostgreSQL without a pooler',
    cell: 'the name of the other cell, as in its CELL',
    url: 'the PUBLIC_API_URL of the other cell, for callers that no proxy redirects',
    maps: 'the directory with credentials.map and organizations.map, which the proxy reads',
    then: 'a command that makes the proxy read the maps, run as soon as the other cell has the organization',
    'refused-seconds': 'the longest time in seconds for which requests may be refused; the default is 10',
    'drain-seconds':
      'the longest time in seconds to wait until no runtime works for the organization; the default is 300',
  },
  flags: { undo: 'removes the traces of an interrupted move instead of moving' },
  run: async (container: Container, parsed, config) => {
    const order = orderOf(parsed, config)
    const move = movesOf(container)
    if (parsed.flags.has('undo')) return `${undone[await move.undo(order)]}\n`
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

const undone: Readonly<Record<UndoneMove, string>> = {
  undone: 'The organization is in this cell, and the other cell has nothing of it.',
  moved: 'The other cell already has the organization. Run this without --undo to complete the move.',
  inBoth:
    'Both cells have the organization, and it came to this cell later. Nothing was changed. If the other cell was restored, run move-organization there, to this cell, so that its former data is deleted.',
}

function orderOf({ options }: ParsedCommandLine, config: Pick<Config, 'cell' | 'cells'>): MoveOrder {
  const { organization = '', to = '', cell = '', url = null } = options
  if (!isId(organization))
    throw new StartFault('--organization must be an id; `npm run admin -- organizations` lists the ids.')
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new StartFault(
      '--to must be the DATABASE_URL of the other cell: postgres://user:password@host/database.',
    )
  if (!cellIdForm.test(cell))
    throw new StartFault('--cell must be the CELL of the other cell: 1 to 8 characters of a-z and 0-9.')
  if (cell === config.cell)
    throw new StartFault(
      `--cell is "${cell}", the CELL of this cell. Give the CELL of the other cell, and run the command with the configuration of the cell that the organization leaves.`,
    )
  const others = config.cells?.others.map((other) => other.cell)
  if (others?.includes(cell) === false)
    throw new StartFault(
      `--cell is "${cell}", but CELLS names only ${others.join(', ')}. Give the CELL of the other cell, or add it to CELLS.`,
    )
  return {
    organizationId: organization.toLowerCase(),
    to,
    cell,
    from: config.cell,
    url,
    refusedSeconds: secondsOf(options, 'refused-seconds', 10, maxRefusalSeconds),
    drainSeconds: secondsOf(options, 'drain-seconds', 300, maxDrainSeconds),
  }
}

function secondsOf(
  options: ParsedCommandLine['options'],
  name: string,
  otherwise: number,
  most: number,
): number {
  const text = options[name]
  if (text === undefined) return otherwise
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 2 && seconds <= most) return seconds
  throw new StartFault(`--${name} must be a number of seconds from 2 to ${most}.`)
}

/**
 * Adds the callers of a moved organization to the proxy's two map files, with the cell that now serves them.
 * Each line is `KEY CELL`, where the key is a credential digest or the beginning of unsubscribe links. Each
 * file is replaced as a whole.
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
      `"${command}" ended with the code ${code}. The other cell has the organization, so make the proxy read the maps manually.\n`,
    )
}
