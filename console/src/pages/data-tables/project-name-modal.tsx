import { Modal } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { Project } from '../../api/schema.ts'
import { NameForm } from '../../components/dialog/name-form.tsx'
import { t } from '../../languages/text.ts'

/** Asks for the name of a project, to create or to rename it. */
export function ProjectNameModal({
  opened,
  title,
  verb,
  name = '',
  mutation,
  onClose,
}: {
  opened: boolean
  title: string
  verb: string
  name?: string
  mutation: UseMutationResult<Project, Error, string>
  onClose: () => void
}) {
  const close = () => {
    onClose()
    mutation.reset()
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <NameForm
        verb={verb}
        name={name}
        placeholder={t('Spring campaign')}
        error={mutation.error}
        isPending={mutation.isPending}
        onSubmit={(typed) => mutation.mutate(typed, { onSuccess: close })}
        onCancel={close}
      />
    </Modal>
  )
}
