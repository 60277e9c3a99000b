import { ActionIcon, Code, Group, Input, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Paperclip, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { maxAttachments } from '../../../../api/limits.ts'
import type { UploadedFile } from '../../../../api/schema.ts'
import { filesQuery, useUploadFile } from '../../../../api/sender/files.ts'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { messageOf } from '../../../../components/message/message-of.ts'
import { UploadButton } from '../../../../components/message/upload-button.tsx'
import { rich } from '../../../../languages/rich.ts'
import { t } from '../../../../languages/text.ts'

/** Chooses attached files: uploads new ones, or takes files that were uploaded before. */
export const Attachments = memo(function Attachments({
  ids,
  fault,
  onChange,
}: {
  ids: readonly string[]
  fault: string | undefined
  onChange: (ids: readonly string[]) => void
}) {
  const files = useQuery(filesQuery).data
  const upload = useUploadFile()
  const others = files?.filter(({ id }) => !ids.includes(id)) ?? []
  const add = (id: string) => onChange([...ids, id])
  const error = fault ?? (upload.error === null ? undefined : messageOf(upload.error))
  return (
    <Input.Wrapper
      label={t('Attachments')}
      description={t(
        'Attach up to ten files, 10 MB together. You can also put images into the HTML of the message.',
      )}
      error={error}
    >
      <Stack gap="xs" mt={6}>
        {ids.map((id) => (
          <Attachment
            key={id}
            id={id}
            file={files?.find((file) => file.id === id)}
            onRemove={() => onChange(ids.filter((one) => one !== id))}
          />
        ))}
        <Group gap="xs">
          <UploadButton
            upload={upload}
            onUploaded={({ id }) => add(id)}
            size="sm"
            leftSection={<Paperclip size={14} aria-hidden />}
            disabled={ids.length >= maxAttachments}
          >
            {t('Upload a file')}
          </UploadButton>
          {others.length > 0 && ids.length < maxAttachments && (
            <Select
              aria-label={t('Attach an uploaded file')}
              placeholder={t('Uploaded before')}
              data={others.map(({ id, name }) => ({ value: id, label: name }))}
              value={null}
              onChange={(id) => id !== null && add(id)}
              searchable
            />
          )}
        </Group>
        {ids.length > 0 && (
          <Text size="xs" c="dimmed">
            {rich(
              'To show an image within the HTML, write <code>{tag}</code> in the HTML and remove the attachment.',
              { code: <Code />, tag: '<img src="cid:ID">' },
            )}
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  )
})

function Attachment({
  id,
  file,
  onRemove,
}: {
  id: string
  /** The attached file; undefined if it was deleted or the files are being loaded. */
  file: UploadedFile | undefined
  onRemove: () => void
}) {
  const name = file?.name ?? t('A deleted file')
  return (
    <Group gap="xs" wrap="nowrap">
      <Paperclip size={14} aria-hidden />
      <Text size="sm" flex={1} miw={0} truncate>
        {name}
      </Text>
      {file?.type.startsWith('image/') === true && (
        <CopyButton
          value={`<img src="cid:${id}" alt="">`}
          label={t('Copy the image {name} as HTML', { name })}
        />
      )}
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('Remove the attachment {name}', { name })}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
