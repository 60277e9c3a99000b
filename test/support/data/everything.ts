import type { Api } from '../api.ts'
import { TestInbox } from '../conversation/inbox.ts'
import type { World } from '../world.ts'
import { uploadFile } from './files.ts'
import { createWorkshop, type Person, type Workshop } from './person.ts'
import { addSender } from './sender.ts'

/** A mapping that a test stores for a table with the column `email`. */
export const aMapping = {
  name: 'CRM',
  match: { where: [], requires: [['mail']] },
  root: [],
  fields: [{ column: 'email', from: [{ path: ['mail'] }], transform: [] }],
  action: 'insert',
}

/** The ids of one thing of each kind that routes name in their path, all of one organization. */
export interface Everything extends Workshop {
  readonly jobId: string
  readonly recordId: string
  readonly suppressionId: string
  readonly arrivalId: string
  readonly mappingId: string
  readonly viewId: string
  readonly segmentId: string
  readonly peopleViewId: string
  readonly rehearsalId: string
  readonly messageId: string
  readonly fileId: string
  readonly senderId: string
  readonly poolId: string
  readonly templateId: string
  readonly userId: string
  readonly invitationId: string
  readonly sessionId: string
  readonly destinationId: string
  /** An entry of the bin with a record of the data table. */
  readonly entryId: string
  readonly domainId: string
  /** A conversation with Ada, who has answered. */
  readonly threadId: string
  readonly labelId: string
  readonly labelRuleId: string
  readonly version: string
  /** The name of a column in the data table. */
  readonly name: string
}

/** Creates one thing of each kind that routes name in their path, and returns their ids. */
export async function createEverything(world: World, api: Api, owner: Person): Promise<Everything> {
  const workshop = await createWorkshop(owner)
  const { dataTableId, spinnerId } = workshop
  const { jobId } = await owner.do('POST', `/spinners/${spinnerId}/jobs`)
  const rehearsal = await owner.do('POST', `/spinners/${spinnerId}/rehearsals`, {})
  const { items } = await owner.do('GET', `/data-tables/${dataTableId}/records`)
  const suppression = await owner.do('POST', '/suppressions', { email: 'eve@example.com' })
  await owner.do('PATCH', `/data-tables/${dataTableId}`, { acceptsAnyFormat: true })
  const { webhookUrl } = await owner.do('GET', `/data-tables/${dataTableId}`)
  const held = await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json: { lead: 'Eve' } })
  const mapping = await owner.do('POST', `/data-tables/${dataTableId}/mappings`, aMapping)
  const view = await owner.do('POST', `/data-tables/${dataTableId}/views`, { name: 'All' })
  const words = { name: 'Suppressed', where: { isSuppressed: true } }
  const segment = await owner.do('POST', `/data-tables/${dataTableId}/segments`, words)
  await world.drain()
  const messages = await owner.do('GET', '/messages')
  const file = await uploadFile(owner, 'notes.txt', 'Hello')
  const receiver = { url: 'https://hooks.example.com/events', types: ['job.completed'] }
  const destination = await owner.do('POST', '/events/destinations', receiver)
  await owner.do('POST', `/data-tables/${dataTableId}/records`, { data: { email: 'old@example.com' } })
  const newest = await owner.do('GET', `/data-tables/${dataTableId}/records?order=desc&limit=1`)
  const ids = [newest.items[0].id]
  const { deletionId } = await owner.do('POST', `/data-tables/${dataTableId}/records/delete`, { ids })
  const { user, session } = await owner.do('GET', '/auth/session')
  const { id: senderId } = await addSender(world, owner.organizationId)
  const inbox = new TestInbox(world, owner, { senderId, jobId })
  await inbox.receive({ references: [await inbox.sentTo('ada@example.com')] })
  const threads = await owner.do('GET', '/threads')
  const { id: labelId } = await owner.do('POST', '/labels', { name: 'Curious', color: 'blue' })
  const rule = { labelId, kind: 'words', words: ['curious'] }
  const invited = { email: 'grace@example.com', role: 'viewer' }
  return {
    userId: user.id,
    sessionId: session.id,
    invitationId: (await owner.do('POST', '/invitations', invited)).id,
    ...workshop,
    rehearsalId: rehearsal.id,
    messageId: messages.items[0].id,
    fileId: file.id,
    arrivalId: String(held.body['arrivalId']),
    mappingId: mapping.id,
    viewId: view.id,
    segmentId: segment.id,
    peopleViewId: (await owner.do('POST', '/people-views', { name: 'Everybody' })).id,
    senderId,
    threadId: threads.items[0].id,
    labelId,
    labelRuleId: (await owner.do('POST', '/label-rules', rule)).id,
    poolId: (await owner.do('POST', '/sender-pools', { name: 'Tenant', maxPerDay: 10_000 })).id,
    templateId: (await owner.do('POST', '/spinner-templates', { name: 'Welcome', spinnerId })).id,
    jobId,
    recordId: items[0].id,
    suppressionId: suppression.id,
    destinationId: destination.id,
    entryId: deletionId,
    domainId: (await owner.do('POST', '/organization/domains', { domain: 'engines.example' })).id,
    version: '1',
    name: 'email',
  }
}
