import type { Asker, Verdict } from '../../domain/person/contact-policy.ts'

/** A spinner that would write, by a job that starts now, for a record that it has not written to. */
export type Newcomer = Pick<Asker, 'spinnerId' | 'step' | 'contact' | 'exclusive'>

export abstract class ContactRules {
  /** What the statement that marks messages would say at this moment; claims nothing. Null where it may go. */
  abstract verdictOn(organizationId: string, address: string, newcomer: Newcomer): Promise<Verdict | null>
  /** Has whoever waits because of the contact policy looked at again now, by the one that holds now. */
  abstract lookAgain(organizationId: string): Promise<void>
}
