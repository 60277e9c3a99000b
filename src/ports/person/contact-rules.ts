export abstract class ContactRules {
  /** Makes all recipients due that wait because of the contact policy, so that the present policy decides. */
  abstract lookAgain(organizationId: string): Promise<void>
}
