import Joi from 'joi'
import type { Event } from '../../../domain/event/event.ts'
import { eventId, firstNumberAt } from '../../../domain/event/event-id.ts'
import {
  type EventType,
  eventCatalogue,
  eventObjects,
  eventTypes,
  exampleData,
} from '../../../domain/event/event-type.ts'
import { createdAtOf, idOf } from '../forms.ts'

const exampleTime = '2026-11-20T09:41:00.000Z'
const exampleOrganization = '01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f'
export const exampleEventId = eventId(exampleOrganization, firstNumberAt(new Date(exampleTime)) + 12)
const exampleObjects = {
  record: '4711',
  person: 'kUq2-4wBzJ0m7Jd0sYl5m0e0Cq9Jr2mJm1Yl0WcXb3E',
  meter: 'records',
} as const
const exampleObjectId = '01983b5e-7c00-7000-8000-0000000000d1'

/** Returns an example of an event of a type, as the feed returns it. */
export function exampleEvent(type: EventType): object {
  const { object } = eventCatalogue[type]
  const ids: Readonly<Partial<Record<typeof object, string>>> = exampleObjects
  return {
    id: exampleEventId,
    type,
    createdAt: exampleTime,
    organizationId: exampleOrganization,
    projectId:
      ids[object] === undefined || object === 'record' ? '01936f4d-2b3c-7d4e-8f50-6b7c8d9e0f10' : null,
    object: { type: object, id: ids[object] ?? exampleObjectId },
    data: exampleData(type),
  }
}

export function presentEvent({
  id,
  type,
  createdAt,
  organizationId,
  projectId,
  object,
  data,
}: Event): object {
  return { id, type, createdAt, organizationId, projectId, object, data }
}

export const eventSchema = Joi.object({
  id: idOf('the event').description(
    'The id of the event, a UUID. It stays the same if the event is delivered again. Ids of an organization sort in the order of the events.',
  ),
  type: Joi.string()
    .required()
    .meta({ examples: [...eventTypes] })
    .description(
      'The type of the event, such as `recipient.done`. Later versions add types: ignore unknown types.',
    ),
  createdAt: createdAtOf('the event').description(
    'The time at which the event happened, in UTC (ISO 8601). In test mode it is the time on the test clock.',
  ),
  organizationId: idOf('the organization'),
  projectId: idOf('the project')
    .allow(null)
    .description(
      'The id of the project of the table or spinner concerned; `null` for events about the whole organization.',
    ),
  object: Joi.object({
    type: Joi.valid(...eventObjects)
      .required()
      .description('The kind of object that the event is about.'),
    id: Joi.string()
      .required()
      .description(
        'The id of the object. For a person, a digest of the address that is always the same in this organization; for a meter, its name.',
      ),
  })
    .required()
    .description('The object that the event is about.'),
  data: Joi.object()
    .unknown()
    .required()
    .description(
      'Ids, codes and counts of the event. The fields depend on the type; `GET /events/types` lists them. Later versions add fields: ignore unknown fields.',
    ),
})
  .description('An event: something that has happened in the organization, after it was committed.')
  .meta({ named: 'Event' })

export const eventTypeSchema = Joi.object({
  type: Joi.valid(...eventTypes)
    .required()
    .description('The type of event.'),
  description: Joi.string().required().description('One sentence that says what happened.'),
  isFrequent: Joi.boolean()
    .required()
    .description('Whether a large job or import makes very many events of this type. Take them in batches.'),
  hasAddress: Joi.boolean()
    .required()
    .description(
      'Whether the event is about an e-mail address, which a destination with `includesAddresses` gets.',
    ),
  fields: Joi.array()
    .items(
      Joi.object({
        name: Joi.string().required().description('The name of the field in `data`.'),
        description: Joi.string().required().description('The meaning of the field.'),
      }),
    )
    .required()
    .description('The fields of `data`, in every event of this type.'),
  sample: eventSchema,
})
  .description('A type of event, with a sample event.')
  .meta({ named: 'EventType' })

export function presentType(type: EventType): object {
  const { words, data, isFrequent = false, hasAddress = false } = eventCatalogue[type]
  return {
    type,
    description: words,
    isFrequent: isFrequent,
    hasAddress,
    fields: Object.entries(data).map(([name, field]) => ({ name, description: field.words })),
    sample: exampleEvent(type),
  }
}
