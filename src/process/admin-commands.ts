import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Container } from 'inversify'
import { longestPassword, type Role, roles, shortestPassword } from '../domain/account/user.ts'
import { DomainError } from '../domain/errors.ts'
import { AccountQueries } from '../ports/account/account-queries.ts'
import { CreateUser } from '../use-cases/account/create-user.ts'
import { Invite } from '../use-cases/account/invite.ts'
import { SignUp } from '../use-cases/account/sign-up.ts'
import { ChangePlan } from '../use-cases/plan/change-plan.ts'
import { StartFault } from './start-fault.ts'

interface Parsed {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
}

interface AdminCommand {
  readonly form: string
  /** How many words it takes that are no options. */
  readonly positionals: number
  readonly summary: string
  readonly options: Readonly<Record<string, string>>
  parse(words: string[]): Parsed
  /** Answers what there is to print. */
  run(container: Container, parsed: Parsed): Promise<string>
}

function adminCommand(command: Omit<AdminCommand, 'parse'>): AdminCommand {
  const options = Object.fromEntries(
    Object.keys(command.options).map((name) => [name, { type: 'string' as const }]),
  )
  return {
    ...command,
    parse: (args) => {
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
      if (positionals.length !== command.positionals) throw new StartFault(usage(command))
      return { words: positionals, options: values }
    },
  }
}

export const adminCommands: Readonly<Record<string, AdminCommand>> = {
  organizations: adminCommand({
    form: 'organizations',
    positionals: 0,
    summary: 'Lists the organizations with their plans and owners.',
    options: {},
    run: async (container) => {
      const organizations = await container.get(AccountQueries).organizations()
      return table(
        ['ID', 'PLAN', 'CREATED', 'NAME', 'OWNERS'],
        organizations.map(({ id, planId, createdAt, name, owners }) => [
          id,
          planId,
          createdAt.toISOString().slice(0, 10),
          name,
          owners.join(', '),
        ]),
      )
    },
  }),
  'set-plan': adminCommand({
    form: 'set-plan ORGANIZATION PLAN',
    positionals: 2,
    summary: 'Moves an organization to another plan, at once.',
    options: {},
    run: async (container, { words: [organizationId = '', planId = ''] }) => {
      await container.get(ChangePlan).execute({ organizationId, planId })
      return `The organization is on the plan "${planId}" now.\n`
    },
  }),
  'create-user': adminCommand({
    form: 'create-user --email ADDRESS --name NAME (--organization ID | --new-organization NAME)',
    positionals: 0,
    summary: 'Creates a user who can sign in.',
    options: {
      email: 'the address they sign in with',
      name: 'what they are called',
      organization: 'the organization that they join',
      'new-organization': 'the name of an organization that they will own',
      role: `${roles.join(' or ')}; member unless told, owner of a new organization`,
      password: `${shortestPassword} characters or more; made up and printed unless told`,
    },
    run: createUser,
  }),
  invite: adminCommand({
    form: 'invite --email ADDRESS [--organization ID]',
    positionals: 0,
    summary: 'Prints a link with which an address signs up, once, within 7 days.',
    options: {
      email: 'the address that is invited, and that has to be typed at sign-up',
      organization: 'the organization that they join as a member; one of their own unless told',
    },
    run: async (container, { options: { email = '', organization = null } }) => {
      if (email === '') throw new StartFault(usage(adminCommands['invite']))
      return `${await container.get(Invite).execute({ email, organizationId: organization })}\n`
    },
  }),
}

async function createUser(container: Container, { options }: Parsed): Promise<string> {
  const { email = '', name = '', organization, 'new-organization': organizationName, role } = options
  const { password = randomBytes(15).toString('base64url') } = options
  if (
    !email.includes('@') ||
    name === '' ||
    (organization === undefined) === (organizationName === undefined)
  )
    throw new StartFault(usage(adminCommands['create-user']))
  if (password.length < shortestPassword || password.length > longestPassword)
    throw new StartFault(`A password has ${shortestPassword} to ${longestPassword} characters.`)
  if (organizationName !== undefined) {
    await container
      .get(SignUp)
      .execute({ email, password, name, organizationName, address: 'operator', byOperator: true })
  } else {
    const organizationId = organization ?? ''
    await container
      .get(CreateUser)
      .execute({ organizationId, email, password, name, role: roleOf(role ?? 'member') })
  }
  const shown = options['password'] === undefined ? ` with the password ${password}` : ''
  return `${email} can sign in${shown}.\n`
}

function roleOf(text: string): Role {
  const role = roles.find((one) => one === text)
  if (role === undefined)
    throw new DomainError('VALIDATION_FAILED', { message: `A role is ${roles.join(' or ')}` })
  return role
}

export function usage(command: Pick<AdminCommand, 'form' | 'summary' | 'options'> | undefined): string {
  if (command !== undefined) {
    const options = Object.entries(command.options).map(([name, text]) => [`  --${name}`, text])
    return `npm run admin -- ${command.form}\n\n${command.summary}\n${options.length > 0 ? `\n${table(null, options)}` : ''}`
  }
  const forms = Object.values(adminCommands).map(({ form, summary }) => [
    `  ${form.split(' --')[0]}`,
    summary,
  ])
  return `npm run admin -- COMMAND\n\nWhat the operator of the service does, also while it runs.\n\n${table(null, forms)}\n--help after a command says more. The configuration is that of the service (DATABASE_URL or DATA_DIR).\n`
}

function table(head: readonly string[] | null, rows: readonly (readonly string[])[]): string {
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
