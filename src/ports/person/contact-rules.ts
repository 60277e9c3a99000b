export abstract class ContactRules {
  /** Makes all recipients due that wait because of the contact policy, so that the present policy decides. */
  abstract reviewWaits(organizationId: string): Promise<void>
}
