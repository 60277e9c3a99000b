export abstract class ContactRules {
  /** Lets everybody who waits because of the contact policy ask the present policy at once. */
  abstract lookAgain(organizationId: string): Promise<void>
}
