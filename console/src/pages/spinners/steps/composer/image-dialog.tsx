import { Alert, Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { filesQuery, useUploadFile } from '../../../../api/sender/files.ts'
import { messageOf } from '../../../../components/message/message-of.ts'
import { UploadButton } from '../../../../components/message/upload-button.tsx'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { t } from '../../../../languages/text.ts'

interface Image {
  readonly src: string
  readonly alt: string
}

/**
 * Inserts one of the organization's images, which is sent with the message, and asks for its alternative
 * text.
 */
export function ImageDialog({
  title = t('Image'),
  initial,
  children,
  onInsert,
  onClose,
}: {
  title?: string
  /** The image to change; absent to insert one. */
  initial?: Image | undefined
  /** Further fields of the dialog. */
  children?: ReactNode
  onInsert: (image: Image) => void
  onClose: () => void
}) {
  const query = useQuery(filesQuery)
  const files = query.data
  const upload = useUploadFile()
  const [id, setId] = useState<string | null>(initial?.src.replace(/^cid:/, '') ?? null)
  const [alt, setAlt] = useState(initial?.alt ?? '')
  const [isDecoration, setDecoration] = useState(initial?.alt === '')
  const [requested, setRequested] = useState(false)
  const images = files?.filter(({ type }) => type.startsWith('image/')) ?? []
  const lacksWords = alt.trim() === '' && !isDecoration
  const insert = () => {
    if (id === null || lacksWords) setRequested(true)
    else onInsert({ src: `cid:${id}`, alt: isDecoration ? '' : alt.trim() })
  }
  return (
    <Modal opened onClose={onClose} title={title} returnFocus={false}>
      <Stack gap="md">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <Select
            flex={1}
            label={t('Image')}
            placeholder={placeholderOf(files === undefined ? null : images.length)}
            data={images.map((file) => ({ value: file.id, label: file.name }))}
            value={id}
            onChange={setId}
            searchable
            error={requested && id === null ? t('Choose or upload an image') : undefined}
          />
          <UploadButton
            upload={upload}
            accept="image/png,image/jpeg,image/gif,image/webp"
            onUploaded={(made) => setId(made.id)}
            leftSection={<ImageUp size={16} aria-hidden />}
          >
            {t('Upload')}
          </UploadButton>
        </Group>
        {files === undefined && query.isError && <ProblemAlert error={query.error} retry={query.refetch} />}
        {upload.error !== null && (
          <Alert color="red" variant="light" role="alert" title={messageOf(upload.error)} />
        )}
        <Description
          alt={alt}
          isDecoration={isDecoration}
          isFaulty={requested && lacksWords}
          onAlt={setAlt}
          onDecoration={setDecoration}
        />
        {children}
        <Text size="xs" c="dimmed">
          {t(
            'The image is attached to every message: png, jpg, gif or webp, up to 5 MB. Small images arrive more reliably.',
          )}
        </Text>
        <Group justify="flex-end">
          <Button onClick={insert} loading={upload.isPending}>
            {initial === undefined ? t('Insert the image') : t('Change the image')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Description({
  alt,
  isDecoration,
  isFaulty,
  onAlt,
  onDecoration,
}: {
  alt: string
  isDecoration: boolean
  isFaulty: boolean
  onAlt: (alt: string) => void
  onDecoration: (isDecoration: boolean) => void
}) {
  return (
    <>
      <TextInput
        label={t('Description of the image')}
        description={t('Screen readers read this description aloud. It is also shown if images are blocked.')}
        value={alt}
        disabled={isDecoration}
        error={isFaulty ? t('Describe the image, or mark it as decoration') : undefined}
        onChange={({ currentTarget }) => onAlt(currentTarget.value)}
      />
      <Checkbox
        label={t('The image is only decoration')}
        checked={isDecoration}
        onChange={({ currentTarget }) => onDecoration(currentTarget.checked)}
      />
    </>
  )
}

/** Returns the placeholder of the choice between a number of images; null while they are loading. */
function placeholderOf(count: number | null): string {
  if (count === null) return t('Loading…')
  return count === 0 ? t('No image uploaded yet') : t('Choose one')
}
