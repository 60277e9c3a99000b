import type { ButtonProps } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import type { UploadedFile } from '../../api/schema.ts'
import type { useUploadFile } from '../../api/sender/files.ts'
import { FileChoiceButton } from '../file-choice-button.tsx'

/** A button that uploads a file for messages. Shows a loader while the file is uploaded. */
export function UploadButton({
  upload,
  onUploaded,
  ...props
}: ButtonProps & {
  upload: ReturnType<typeof useUploadFile>
  onUploaded: (file: UploadedFile) => void
  /** The file types that can be chosen; all types if undefined. */
  accept?: string
}) {
  // Calls the newest `onUploaded`, because the user may change the message while the file is uploaded.
  const onSuccess = useCallbackRef(onUploaded)
  return (
    <FileChoiceButton
      {...props}
      variant="default"
      loading={upload.isPending}
      onChoose={(file) => upload.mutate(file, { onSuccess })}
    />
  )
}
