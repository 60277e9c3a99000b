import { parseArgs } from 'node:util'
import type { Container } from 'inversify'
import { StartFault } from '../../adapters/system/start-fault.ts'

export interface Parsed {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  /** The options without a value that were given. */
  readonly flags: ReadonlySet<string>
}

interface CommandForm {
  readonly form: string
  /** How many words it takes that are no options. */
  readonly positionals: number
  readonly summary: string
  readonly options: Readonly<Record<string, string>>
  /** Options without a value. */
  readonly flags?: Readonly<Record<string, string>>
}

/** Each answers what there is to print; piece by piece where it may be long. */
type Answer = Promise<string | AsyncIterable<string>>

interface Parses {
  parse(words: string[]): Parsed
}

/** On a database that is there and migrated. */
interface DatabaseCommandForm extends CommandForm {
  run(container: Container, parsed: Parsed): Answer
}

/** One that finds its database by itself. */
interface LoneCommandForm extends CommandForm {
  runAlone(env: Readonly<Record<string, string | undefined>>, parsed: Parsed): Answer
}

export type DatabaseCommand = DatabaseCommandForm & Parses
export type AdminCommand = DatabaseCommand | (LoneCommandForm & Parses)

export function adminCommand(command: DatabaseCommandForm): DatabaseCommand {
  return { ...command, parse: (args) => parsed(command, args) }
}

export function loneCommand(command: LoneCommandForm): LoneCommandForm & Parses {
  return { ...command, parse: (args) => parsed(command, args) }
}

function parsed(command: CommandForm, args: string[]): Parsed {
  const ofType = <Type extends 'string' | 'boolean'>(named: object, type: Type) =>
    Object.keys(named).map((name) => [name, { type }] as const)
  const flags = command.flags ?? {}
  const options = Object.fromEntries([...ofType(command.options, 'string'), ...ofType(flags, 'boolean')])
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (positionals.length !== command.positionals) throw new StartFault(usage(command))
  const texts = Object.entries(values).filter(([name]) => name in command.options)
  const given = Object.keys(values).filter((name) => name in flags)
  return {
    words: positionals,
    options: Object.fromEntries(texts) as Parsed['options'],
    flags: new Set(given),
  }
}

/** How a command is called. */
export function usage({
  form,
  summary,
  options,
  flags = {},
}: Pick<CommandForm, 'form' | 'summary' | 'options' | 'flags'>): string {
  const rows = Object.entries({ ...options, ...flags }).map(([name, text]) => [`  --${name}`, text])
  return `npm run admin -- ${form}\n\n${summary}\n${rows.length > 0 ? `\n${table(null, rows)}` : ''}`
}

export function table(head: readonly string[] | null, rows: readonly (readonly string[])[]): string {
  const lines = head === null ? rows : [head, ...rows]
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
    .concat('\n')
}
