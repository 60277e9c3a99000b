import { randomBytes } from 'node:crypto'
import type { Container } from 'inversify'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { maxPasswordLength, minPasswordLength } from '../../domain/account/account.ts'
import { operator } from '../../domain/account/audit/actor.ts'
import { type Role, roles } from '../../domain/account/role.ts'
import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { AccountStore } from '../../ports/account/accounts.ts'
import { OrganizationStore } from '../../ports/account/organizations.ts'
import { sessionKey } from '../../ports/sealing.ts'
import { CreateUser } from '../../use-cases/account/create-user.ts'
import { ResetSecondFactor } from '../../use-cases/account/second-factor/reset-second-factor.ts'
import { SignUp } from '../../use-cases/account/sign-up.ts'
import { Invitations } from '../../use-cases/account/team/invitations.ts'
import { ChangePlan } from '../../use-cases/plan/change-plan.ts'
import { LimitDeploymentMail } from '../../use-cases/sender/limit-deployment-mail.ts'
import { RotateSecrets } from '../../use-cases/sender/rotate-secrets.ts'
import {
  afterRestoreCommand,
  backupCommand,
  checkBackupCommand,
  restoreCommand,
} from '../backup/backup-commands.ts'
import { doctor } from '../doctor/doctor-command.ts'
import { type AdminCommand, adminCommand, type ParsedCommandLine, textTable, usage } from './admin-command.ts'
import { audit, auditForget } from './audit-commands.ts'
import { moveOrganization } from './move-commands.ts'
import { erasePerson, exportPerson } from './person-commands.ts'

export const adminCommands: Readonly<Record<string, AdminCommand>> = {
  organizations: adminCommand({
    form: 'organizations',
    positionals: 0,
    summary: 'Lists the organizations with their plans and owners.',
    options: {},
    run: async (container) => {
      const organizations = await container.get(OrganizationStore).list()
      return textTable(
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
    summary:
      'Moves an organization to another plan at once. ORGANIZATION is its id or name, PLAN the id of the plan.',
    options: {},
    run: async (container, { words: [named = '', planId = ''] }) => {
      const organizationId = await organizationNamed(container, named)
      await container.get(ChangePlan).execute({ organizationId, planId, by: operator })
      return `The organization now has the plan "${planId}".\n`
    },
  }),
  'set-mail-limit': adminCommand({
    form: 'set-mail-limit ORGANIZATION NUMBER|none',
    positionals: 2,
    summary:
      'Sets how many e-mails a day an organization may send by the mail server of this deployment (SMTP_URL). ORGANIZATION is its id or name.',
    options: {},
    run: async (container, { words: [named = '', limit = ''] }) => {
      const maxPerDay = limit === 'none' ? null : Number(limit)
      if (maxPerDay !== null && !(Number.isInteger(maxPerDay) && maxPerDay >= 1 && maxPerDay <= 1_000_000))
        throw new DomainError('VALIDATION_FAILED', {
          message: 'The limit must be a number from 1 to 1,000,000, or none',
        })
      const organizationId = await organizationNamed(container, named)
      await container.get(LimitDeploymentMail).execute({ organizationId, maxPerDay, by: operator })
      const limitText = maxPerDay === null ? 'any number of e-mails' : `${maxPerDay} e-mails`
      return `The organization may now send ${limitText} a day by the mail server of this deployment.\n`
    },
  }),
  'create-user': adminCommand({
    form: 'create-user --email ADDRESS --name NAME (--organization ID | --new-organization NAME)',
    positionals: 0,
    summary:
      'Creates a user who can sign in. If the address has an account, the account becomes a member of the organization.',
    options: {
      email: 'the address with which the person signs in',
      name: 'the name of the person',
      organization: 'the id of the organization that the person joins',
      'new-organization': 'the name of a new organization that the person will own',
      role: `${roles.join(', ')}; the default is editor, or owner of a new organization`,
      password: `${minPasswordLength} characters or more; by default a password is generated and printed. An account that exists keeps its password`,
    },
    run: createUser,
  }),
  invite: adminCommand({
    form: 'invite --email ADDRESS [--organization ID [--role ROLE]]',
    positionals: 0,
    summary: 'Prints a link with which an address signs up, once, within 7 days.',
    options: {
      email: 'the invited address, which must be used at sign-up',
      organization:
        'the organization that the person joins; by default the person creates a new organization',
      role: `the role in the organization: ${roles.join(', ')}; the default is editor`,
    },
    run: async (container, { options: { email = '', organization = null, role = 'editor' } }) => {
      if (email === '') throw new StartFault(help(adminCommands['invite']))
      const invited = { email, organizationId: organization, role: roleOf(role), by: operator }
      return `${await container.get(Invitations).create(invited)}\n`
    },
  }),
  'reset-second-factor': adminCommand({
    form: 'reset-second-factor --email ADDRESS',
    positionals: 0,
    summary:
      'Turns off the two-factor sign-in of a person who has lost the authenticator app and the recovery codes. If an organization requires its own sign-in provider and no other owner could sign in without it, the organization stops requiring it. First make sure that the request really comes from this person.',
    options: { email: 'the address with which the person signs in' },
    run: async (container, { options: { email = '' } }) => {
      if (email === '') throw new StartFault(help(adminCommands['reset-second-factor']))
      const freed = await container.get(ResetSecondFactor).ofAddress(email, operator)
      const freedLines = freed.map(
        (name) =>
          `${name} no longer requires its own sign-in provider, because no other owner could sign in without it.\n`,
      )
      return `${email} can sign in with the password alone now. An e-mail informs the person.\n${freedLines.join('')}`
    },
  }),
  'move-organization': moveOrganization,
  audit,
  'audit-forget': auditForget,
  'export-person': exportPerson,
  'erase-person': erasePerson,
  doctor,
  backup: backupCommand,
  'check-backup': checkBackupCommand,
  restore: restoreCommand,
  'after-restore': afterRestoreCommand,
  'rotate-secrets': adminCommand({
    form: 'rotate-secrets',
    positionals: 0,
    summary: 'Encrypts secrets that were encrypted with an older key of SECRETS again with the newest key.',
    options: {},
    run: rotateSecrets,
  }),
}

/**
 * Returns the id of the organization with this id or name. Returns any other text unchanged, so that the
 * command reports the text as unknown.
 */
async function organizationNamed(container: Container, named: string): Promise<string> {
  if (isId(named)) return named
  const organizations = await container.get(OrganizationStore).list()
  const found = organizations.filter(({ name }) => name === named)
  if (found.length < 2) return found[0]?.id ?? named
  const ids = found.map(({ id, owners }) => `  ${id}  ${owners.join(', ')}`).join('\n')
  throw new StartFault(
    `${found.length} organizations have the name "${named}". Use the id of one of them:\n${ids}`,
  )
}

async function rotateSecrets(container: Container): Promise<string> {
  const { newestKey, places, olderKeys, unreadable, retiredKeys } = await container
    .get(RotateSecrets)
    .execute()
  const lines = places
    .filter(({ sealed }) => sealed > 0)
    .map(({ place, sealed }) => `${place}: ${sealed} encrypted with "${newestKey}"`)
  if (lines.length === 0 && unreadable === 0) lines.push(`All secrets are encrypted with "${newestKey}".`)
  if (unreadable > 0)
    lines.push(
      `${unreadable} secrets cannot be decrypted. They are encrypted with ${quoted(olderKeys)} and were not changed.`,
    )
  else if (olderKeys.length > 0)
    lines.push(
      `When every process runs with the current SECRETS, run this again. It then shows whether you can remove ${quoted(olderKeys)}.`,
    )
  if (retiredKeys.length > 0)
    lines.push(
      `No secret is encrypted with another key. When every process runs with the current SECRETS, you can remove ${quoted(retiredKeys)}. This ends the sessions and the unsubscribe links that were signed with it.`,
    )
  return `${lines.join('\n')}\n`
}

function quoted(names: readonly string[]): string {
  return names.map((name) => (name === sessionKey ? 'SESSION_SECRET' : `"${name}"`)).join(', ')
}

async function createUser(container: Container, { options }: ParsedCommandLine): Promise<string> {
  const { email = '', name = '', organization, 'new-organization': organizationName, role } = options
  const { password = randomBytes(15).toString('base64url') } = options
  if (
    !email.includes('@') ||
    name === '' ||
    (organization === undefined) === (organizationName === undefined)
  )
    throw new StartFault(help(adminCommands['create-user']))
  if (password.length < minPasswordLength || password.length > maxPasswordLength)
    throw new StartFault(`A password must have ${minPasswordLength} to ${maxPasswordLength} characters.`)
  if (organizationName !== undefined) {
    await assertNoAccount(container, email)
    await container.get(SignUp).execute({ email, password, name, organizationName, by: operator })
  } else {
    const organizationId = organization ?? ''
    const { hadAccount } = await container
      .get(CreateUser)
      .execute({ organizationId, email, password, name, role: roleOf(role ?? 'editor'), by: operator })
    if (hadAccount)
      return `${email} has an account, which is now a member of the organization too. Its password is unchanged.\n`
  }
  const shown = options['password'] === undefined ? ` with the password ${password}` : ''
  return `${email} can sign in${shown}.\n`
}

/** Refuses an address that has an account, and says how its person gets a further organization. */
async function assertNoAccount(container: Container, email: string): Promise<void> {
  if ((await container.get(AccountStore).findByEmail(emailOf(email))) === null) return
  throw new StartFault(
    `${email} already has an account. Its person creates a further organization in the menu of the console, or by POST /organizations where sign-up is not open. To add the account to an organization, use --organization.`,
  )
}

function roleOf(text: string): Role {
  const role = roles.find((one) => one === text)
  if (role === undefined)
    throw new DomainError('VALIDATION_FAILED', { message: `The role must be one of ${roles.join(', ')}` })
  return role
}

/** Returns the list of admin commands, or the help text of one command. */
export function help(command?: AdminCommand): string {
  if (command !== undefined) return usage(command)
  const forms = Object.values(adminCommands).map(({ form, summary }) => [
    `  ${form.split(/ \[?--/)[0]}`,
    summary,
  ])
  return `npm run admin -- COMMAND\n\nCommands for the operator of the service. They can be used while the service is running.\n\n${textTable(null, forms)}\nAdd --help to a command for its options. The commands use the configuration of the service (DATABASE_URL or DATA_DIR).\n`
}
