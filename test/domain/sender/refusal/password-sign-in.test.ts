import { describe, expect, it } from '@jest/globals'
import {
  endsPasswordSignIn,
  withSignInRemedy,
} from '../../../../src/domain/sender/refusal/password-sign-in.ts'

describe('the end of the sign-in with a password at Microsoft', () => {
  it.each([
    ['smtp.office365.com', true],
    ['SMTP.Office365.com.', true],
    ['outlook.office365.com', true],
    ['smtp-mail.outlook.com', true],
    ['contoso-com.mail.protection.outlook.com', true],
    ['smtp.office365.us', true],
    ['smtp.live.com', true],
    ['smtp.office365.com.example.net', false],
    ['notoutlook.com', false],
    ['mail.example.com', false],
  ])('concerns the mail server %s: %s', (host, isConcerned) => {
    expect(endsPasswordSignIn(host)).toBe(isConcerned)
  })

  it.each([
    ['535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.', true],
    ['550 5.7.30 Basic authentication is not supported', true],
    ['smtp; 550 5.7.30 Basic authentication is not supported for this mailbox', true],
    ['535 5.7.8 Authentication credentials invalid', false],
    ['550 5.7.300 Other policy', false],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', false],
  ])('is told by the answer “%s”: %s', (answer, isReported) => {
    const said = withSignInRemedy(answer)
    expect(said.includes('Connect the mailbox by Microsoft')).toBe(isReported)
    expect(withSignInRemedy(said)).toBe(said)
  })
})
