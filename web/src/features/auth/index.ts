export { ForgotPassword } from './ForgotPassword'
export { ResetPassword } from './ResetPassword'
export { SignIn } from './SignIn'
export { SignedOut, SignOut } from './SignOut'
