/** Items that no operation can reach, with one cause for all of them. */
function because(cause: string, items: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(items.map((item) => [item, cause]))
}

const useCases = (folder: string, names: readonly string[]) =>
  names.map((name) => `use case ${folder}/${name}`)

const verbs = (file: string, names: readonly string[]) => names.map((name) => `use case ${file} ${name}`)

/** Use cases, SQL functions and reasons that the simulator does not reach, each with the cause. */
export const excused: Readonly<Record<string, string>> = {
  ...because('People do not sign in or change their accounts in the simulator; test/http/account does.', [
    ...useCases('account', ['create-organization', 'create-user', 'sign-up']),
    ...useCases('account/address', ['confirm-address-change', 'request-address-change']),
    ...verbs('account/confirmation/confirmations', ['confirm', 'mailLink']),
    ...verbs('account/demo/demo-sign-ins', ['createLink', 'openLink']),
    'use case account/open-id/finish-open-id',
    ...verbs('account/organization-sign-in/sign-in-providers', ['remove', 'save']),
    ...verbs('account/organization-sign-in/email-domains', ['add', 'check', 'remove']),
    ...useCases('account/passkeys', ['add-passkey', 'sign-in-with-passkey']),
    ...verbs('account/passkeys/passkeys', ['begin', 'beginProof', 'beginSignIn', 'remove', 'rename']),
    ...useCases('account/password', ['change-password', 'confirm-password-reset', 'request-password-reset']),
    'use case account/second-factor/reset-second-factor',
    ...verbs('account/second-factor/second-factors', ['begin', 'confirm', 'replaceRecoveryCodes', 'turnOff']),
    ...useCases('account/sessions', ['finish-sign-in', 'log-in']),
    ...verbs('account/sessions/sessions', ['end', 'endOthers', 'signOut', 'switchTo']),
    ...useCases('account/team', ['invite-member', 'leave-organization']),
    ...verbs('account/team/invitations', ['accept', 'create', 'withdraw']),
    'use case account/second-factor/reset-second-factor ofAddress',
    'use case account/team/invite-member again',
    'use case account/team/members rename',
    'function count_account_mail',
    'use case cell/sign-in-elsewhere',
  ]),
  ...because(
    'No organization is moved in the simulator; test/postgres/cell does it.',
    ['close_organization', 'open_organization'].map(functionOf),
  ),
  ...because('Senders are connected without a provider; test/http/sender connects them by OAuth.', [
    ...useCases('sender', ['begin-connect', 'finish-connect', 'inbound/receive-provider-event']),
    ...verbs('sender/organization-secrets', ['rotateWebhookSecret', 'rotateEventToken', 'revokeEventToken']),
    'use case sender/sender-domains check',
  ]),
  'use case sender/rotate-secrets': 'Keys of the deployment stay the same; test/process/admin rotates them.',
  ...because(
    'The server of the deployment sends no mail of strangers here; test/open-sign-up.test.ts limits it.',
    ['use case sender/limit-deployment-mail', 'function spend_deployment_message'],
  ),
  ...because('Messages have no attachments in the simulator; test/http/sender sends them.', [
    ...verbs('sender/message/files', ['delete', 'upload']),
    'reason FILE_MISSING',
  ]),
  ...because(
    'Templates have no faults in the simulator; test/http/hostile-templates.test.ts has them.',
    [
      'BODY_NOT_JSON',
      'HEADER_NOT_ONE_LINE',
      'REQUEST_NOT_SENDABLE',
      'SUBJECT_NOT_ONE_LINE',
      'SUBJECT_TOO_LONG',
      'TEMPLATES_BUSY',
      'TEMPLATE_FAILED',
      'TEMPLATE_TOO_SLOW',
      'URL_OF_ANOTHER_HOST',
    ].map((code) => `reason ${code}`),
  ),
  ...because('It changes nothing that a promise compares; test/http/spinner and test/http/table call it.', [
    ...useCases('spinner', ['preview-spinner', 'send-test']),
    ...useCases('table', ['columns/columns checkType', 'find-duplicates']),
    'use case person/export-person',
  ]),
  ...because('Tables have no search index here; test/contracts/table/record-searches.test.ts makes them.', [
    ...['cell_contains', 'choose_indexes', 'indexed_page', 'indexed_records', 'indexed_selection'].map(
      functionOf,
    ),
    'use case table/data-tables chooseIndexes',
  ]),
  ...because(
    'No entry of the audit log is old enough in a run; test/postgres/account/audit.test.ts forgets them.',
    ['function forget_audit_events', 'use case account/audit/audit forget'],
  ),
}

function functionOf(name: string): string {
  return `function ${name}`
}
