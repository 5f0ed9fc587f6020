/** What is answered in the place of a secret. Sent back, it means the value that is stored there (Contract §5). */
export const hiddenText = '[hidden]';
