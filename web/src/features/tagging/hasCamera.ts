/** Whether the browser lets this page have a camera; it does not over plain HTTP. */
export const hasCamera = () => Boolean(navigator.mediaDevices?.getUserMedia)
