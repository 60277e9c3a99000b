/**
 * The kinds of actors that the API names. A client that is not signed in, such as the reader of a link in an e-mail, is
 * a person.
 */
export const actorKinds = ['user', 'apiKey', 'operator', 'service', 'person'] as const

/** An actor as the API returns it wherever it says who did something. */
export interface ActorView {
  readonly kind: (typeof actorKinds)[number]
  /** The id of the user or API key; null for other actors. */
  readonly id: string | null
  /** The e-mail address of the user or the name of the API key; null for other actors and after its deletion. */
  readonly name: string | null
}

/** The actor for work that the service does on its own, such as the pause of a sender after many bounces. */
export const serviceActor: ActorView = { kind: 'service', id: null, name: null }

/** The actor for commands that the operator runs on the machine of the service. */
export const operatorActor: ActorView = { kind: 'operator', id: null, name: null }
