import { adminCommands, help } from './process/admin/admin-commands.ts'
import { onDatabase, print } from './process/database/on-database.ts'
import { toldPlainly } from './process/faults/told-plainly.ts'

/** What the operator of the service does by hand, beside it while it runs or on its own. */
const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined
const asksForHelp = ['', 'help', '--help', '-h'].includes(name) || words.includes('--help')

if (asksForHelp || command === undefined) {
  const text = asksForHelp ? help(command) : `There is no command "${name}".\n\n${help()}`
  const stream = asksForHelp ? process.stdout : process.stderr
  stream.write(text)
  process.exitCode = asksForHelp ? 0 : 2
} else {
  try {
    const parsed = command.parse(words)
    if ('runAlone' in command) await print(command.runAlone(process.env, parsed))
    else await onDatabase(process.env, ({ container }) => command.run(container, parsed))
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(toldPlainly(error))
  }
}
