import Joi from 'joi'
import { actorKinds } from '../../../../domain/actor-view.ts'

/** The schema of the user, API key or other program that did something, in every answer that names one. */
export const actorSchema = Joi.object({
  kind: Joi.valid(...actorKinds)
    .required()
    .description(
      'The kind of the actor: `user` (a signed-in member), `apiKey`, `operator` (with a shell on the machine of the service), `service` (the service on its own) or `person` (a client that is not signed in, such as the reader of a link in an e-mail).',
    ),
  id: Joi.string()
    .guid()
    .allow(null)
    .required()
    .description('The id of the user or API key; null for other actors, and where it is not stored.'),
  name: Joi.string()
    .allow(null)
    .required()
    .description(
      'The e-mail address of the user or the name of the API key; null for other actors, and after the user or the key was deleted.',
    ),
}).meta({ named: 'Actor', describes: 'The user, API key or other program that did something.' })

export const exampleActor = {
  kind: 'user',
  id: '01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  name: 'ada@example.com',
} as const
