import { runAdminCommand } from '../database/run-admin-command.ts'
import { errorTextOf } from '../faults/error-text.ts'
import { type Output, print } from '../process/output.ts'
import { adminCommands, help } from './admin-commands.ts'

/** Runs a command of the operator and returns the exit code of the process. */
export async function runAdmin(
  [name = '', ...words]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined
  if (['', 'help', '--help', '-h'].includes(name) || words.includes('--help')) {
    output.out.write(help(command))
    return 0
  }
  if (command === undefined) {
    output.err.write(`There is no command "${name}".\n\n${help()}`)
    return 2
  }
  try {
    const parsed = command.parse(words)
    if ('runAlone' in command) await print(command.runAlone(env, parsed), output)
    else
      await runAdminCommand(
        env,
        ({ container }, _, config) => command.run(container, parsed, config),
        {},
        output,
      )
    return 0
  } catch (error) {
    output.err.write(errorTextOf(error))
    return 1
  }
}
