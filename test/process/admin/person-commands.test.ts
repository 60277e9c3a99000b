import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { DatabaseCommand } from '../../../src/operation/admin/admin-command.ts'
import { erasePerson, exportPerson } from '../../../src/operation/admin/person-commands.ts'
import { lead } from '../../support/api.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('npm run admin -- export-person and erase-person', () => {
  let world: World
  let own: Tenant
  const { email = '' } = lead(1) as { email?: string }
  beforeAll(async () => {
    world = await createWorld()
    own = await createTenant(world)
    await own.ingest([lead(1), lead(2)])
  })
  afterAll(() => world.close())

  const printed = async (command: DatabaseCommand, ...words: string[]): Promise<string> => {
    const output = await command.run(world.container, command.parse(words), world.config)
    if (typeof output !== 'string') throw new Error('They print at once')
    return output
  }

  it('print the stored data, then a receipt, and then that nothing is stored', async () => {
    const exported = JSON.parse(await printed(exportPerson, own.organizationId, email))
    expect(exported).toMatchObject({ email, tables: [{ records: [{ data: lead(1) }] }] })
    expect(await printed(erasePerson, own.organizationId.toUpperCase(), email)).toMatch(
      /STORE +ERASED\nrecords +1\n/,
    )
    expect(await printed(erasePerson, own.organizationId, email)).toBe(
      'The service had no data of this person.\nThe person was not suppressed. The service may write to the person if the address is added again.\n',
    )
    expect(JSON.parse(await printed(erasePerson, own.organizationId, email, '--json'))).toMatchObject({
      isFound: false,
    })
  })

  it('refuse an unknown organization and an invalid address', async () => {
    await expect(printed(erasePerson, 'ORG', email)).rejects.toThrow('admin -- organizations')
    await expect(printed(erasePerson, own.projectId, email)).rejects.toThrow('Organization not found')
    await expect(printed(exportPerson, own.organizationId, 'ada')).rejects.toThrow('not an e-mail address')
    expect(() => erasePerson.parse([own.organizationId])).toThrow(
      'erase-person ORGANIZATION EMAIL|COLUMN=VALUE',
    )
  })
})
