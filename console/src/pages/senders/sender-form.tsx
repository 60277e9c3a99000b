import { Stack, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Sender, SmtpAccount } from '../../api/schema.ts'
import type { ImapAccount } from '../../api/sender/senders.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { t } from '../../languages/text.ts'
import { ImapFields } from './imap-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { PoolSelect } from './pool-select.tsx'
import { SignatureField } from './signature/signature-field.tsx'
import { blankSmtp, SmtpFields } from './smtp-fields.tsx'

export interface SenderDraft {
  readonly name: string
  readonly email: string
  readonly replyTo: string
  readonly signature: string
  readonly signatureHtml: string
  readonly dkimSelector: string
  readonly isDefault: boolean
  readonly limits: Sender['limits']
  /** The id of the sender's pool; null for none. */
  readonly poolId: string | null
  /** The new SMTP account of the sender; null keeps the stored account. */
  readonly smtp: SmtpAccount | null
  /** The IMAP mailbox in which replies arrive; null if replies are not read. */
  readonly imap: ImapAccount | null
}

const nameField = { label: t('Name'), description: t('This name is shown to recipients.') }

/** The form that edits a sender of any kind. */
export function SenderForm({
  kind,
  initial,
  account = blankSmtp,
  saving,
  renderProblem,
  onSave,
  onCancel,
}: {
  kind: Sender['kind']
  initial: SenderDraft
  /** The stored SMTP account of the sender. A change of the account needs the password again. */
  account?: SmtpAccount
  saving: boolean
  /** Shows why the draft could not be saved; nothing if there is no error. */
  renderProblem: (draft: SenderDraft) => ReactNode
  onSave: (draft: SenderDraft) => void
  onCancel: () => void
}) {
  const [draft, setDraft] = useState(initial)
  const set = (changes: Partial<SenderDraft>) => setDraft({ ...draft, ...changes })
  const text = (name: 'name' | 'email' | 'replyTo' | 'dkimSelector') => ({
    value: draft[name],
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
      set({ [name]: currentTarget.value }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave(draft)
      }}
    >
      <Stack gap="sm">
        <TextInput {...nameField} required {...text('name')} />
        {kind === 'smtp' && <TextInput label={t('Address')} type="email" required {...text('email')} />}
        <AccountFields kind={kind} draft={draft} account={account} onChange={set} />
        <TextInput
          label={t('Address for replies')}
          type="email"
          placeholder={t('Replies go to the sender’s address')}
          {...text('replyTo')}
        />
        <SignatureField
          signature={draft.signature}
          signatureHtml={draft.signatureHtml}
          onChange={(signature) => setDraft((before) => ({ ...before, ...signature }))}
        />
        {(kind === 'smtp' || kind === 'deployment') && (
          <TextInput
            label={t('DKIM selector')}
            description={t(
              'The name of the DKIM key that the mail server signs with. Ask the operator of the server. If it is empty, the key is not checked.',
            )}
            inputWrapperOrder={['label', 'input', 'description']}
            {...text('dkimSelector')}
          />
        )}
        <LimitFields limits={draft.limits} onChange={(limits) => set({ limits })} />
        <PoolSelect poolId={draft.poolId} onChange={(poolId) => set({ poolId })} />
        <Switch
          label={t('Default sender: used by steps without a sender')}
          checked={draft.isDefault}
          onChange={({ currentTarget }) => set({ isDefault: currentTarget.checked })}
        />
        {renderProblem(draft)}
        <FormFooter onCancel={onCancel} isPending={saving}>
          {t('Save')}
        </FormFooter>
      </Stack>
    </form>
  )
}

/** Edits the servers by which the sender sends e-mails and reads replies. */
function AccountFields({
  kind,
  draft,
  account,
  onChange,
}: {
  kind: Sender['kind']
  draft: SenderDraft
  account: SmtpAccount
  onChange: (changes: Partial<SenderDraft>) => void
}) {
  return (
    <>
      {draft.smtp !== null && <SmtpFields smtp={draft.smtp} onChange={(smtp) => onChange({ smtp })} />}
      {kind === 'smtp' && (
        <Switch
          label={t('Change the server or the password')}
          checked={draft.smtp !== null}
          onChange={({ currentTarget }) => onChange({ smtp: currentTarget.checked ? account : null })}
        />
      )}
      {kind === 'smtp' && (
        <ImapFields
          imap={draft.imap}
          // Asks for the SMTP password again, because the stored password is not used for another server.
          onChange={(imap) => onChange({ imap, ...(imap !== null && { smtp: draft.smtp ?? account }) })}
        />
      )}
    </>
  )
}

/** Returns the fields of an edited sender as the API takes them, with null for empty fields. */
export function requestOfDraft({
  name,
  replyTo,
  signature,
  signatureHtml,
  dkimSelector,
  isDefault,
  limits,
  poolId,
}: SenderDraft) {
  return {
    name,
    replyTo: replyTo.trim() === '' ? null : replyTo,
    signature: signature.trim() === '' ? null : signature,
    signatureHtml: signatureHtml === '' ? null : signatureHtml,
    dkimSelector: dkimSelector.trim() === '' ? null : dkimSelector.trim(),
    isDefault,
    limits,
    poolId,
  }
}
