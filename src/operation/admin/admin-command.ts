import { parseArgs } from 'node:util'
import type { Container } from 'inversify'
import { StartFault } from '../../adapters/system/start-fault.ts'
import type { Config } from '../../config.ts'

export interface ParsedCommandLine {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  /** The options of an admin command that were given without a value, such as `--yes`. */
  readonly flags: ReadonlySet<string>
}

interface CommandForm {
  readonly form: string
  /** The number of arguments that the admin command needs, not counting its options. */
  readonly positionals: number
  readonly summary: string
  readonly options: Readonly<Record<string, string>>
  /** The options of the admin command that take no value, each with its description for the help text. */
  readonly flags?: Readonly<Record<string, string>>
}

/** The text that an admin command prints; in parts if it may be long. */
type Answer = Promise<string | AsyncIterable<string>>

interface Parses {
  parse(words: string[]): ParsedCommandLine
}

/** An admin command that needs an existing, migrated database and uses the service's use cases. */
interface DatabaseCommandForm extends CommandForm {
  run(container: Container, parsed: ParsedCommandLine, config: Config): Answer
}

/**
 * An admin command that opens its database by itself and needs no use cases of the service, for example to
 * restore a backup.
 */
interface LoneCommandForm extends CommandForm {
  runAlone(env: Readonly<Record<string, string | undefined>>, parsed: ParsedCommandLine): Answer
}

export type DatabaseCommand = DatabaseCommandForm & Parses
export type AdminCommand = DatabaseCommand | (LoneCommandForm & Parses)

export function adminCommand(command: DatabaseCommandForm): DatabaseCommand {
  return { ...command, parse: (args) => parsed(command, args) }
}

export function commandWithoutDatabase(command: LoneCommandForm): LoneCommandForm & Parses {
  return { ...command, parse: (args) => parsed(command, args) }
}

function parsed(command: CommandForm, args: string[]): ParsedCommandLine {
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
    options: Object.fromEntries(texts) as ParsedCommandLine['options'],
    flags: new Set(given),
  }
}

/** Returns the help text of a command: its form, its summary and its options. */
export function usage({
  form,
  summary,
  options,
  flags = {},
}: Pick<CommandForm, 'form' | 'summary' | 'options' | 'flags'>): string {
  const rows = Object.entries({ ...options, ...flags }).map(([name, text]) => [`  --${name}`, text])
  return `npm run admin -- ${form}\n\n${summary}\n${rows.length > 0 ? `\n${textTable(null, rows)}` : ''}`
}

export function textTable(head: readonly string[] | null, rows: readonly (readonly string[])[]): string {
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
