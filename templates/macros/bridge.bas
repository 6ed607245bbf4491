Attribute VB_Name = "dipscore"
Option Explicit
'Made by dipscore attach, which replaces this page whenever it runs.
Private Const MADE_BY As String = "{version}"

#If Mac Then
    ' xlwings Lite computes there.
#Else
    Private Declare PtrSafe Function LoadLibraryW Lib "kernel32" (ByVal path As LongPtr) As LongPtr
    Private Declare PtrSafe Function GetEnvironmentVariableW Lib "kernel32" (ByVal key As LongPtr, ByVal found As LongPtr, ByVal size As Long) As Long
    Private Declare PtrSafe Function GetShortPathNameW Lib "kernel32" (ByVal path As LongPtr, ByVal found As LongPtr, ByVal size As Long) As Long
    #If Win64 Then
        Private Const LIBRARY As String = "dipscore64.dll"
        Private Declare PtrSafe Function XLPyDLLActivate Lib "dipscore64.dll" (ByRef found As Variant, ByVal config As String, ByVal mode As Long) As Long
    #Else
        Private Const LIBRARY As String = "dipscore32.dll"
        Private Declare PtrSafe Function XLPyDLLActivate Lib "dipscore32.dll" (ByRef found As Variant, ByVal config As String, ByVal mode As Long) As Long
    #End If
#End If

Private Function DipAnswer(ByVal asked As String, ByVal given As Variant) As Variant
    On Error GoTo failed
    DipAnswer = DipResult(DipPython().CallUDF("xl_dipscore.hosts.excel", asked, given))
    Exit Function
failed:
    DipAnswer = CVErr(xlErrValue)
End Function

Private Function DipVersion() As String
    Dim answer As String
    On Error GoTo failed
    answer = DipPython().CallUDF("xl_dipscore.hosts.excel", "DIP_VERSION", Array())
    If answer <> MADE_BY Then answer = "Python has xl_dipscore " & answer & " and this workbook has macros of " & MADE_BY & ": choose Attach the Functions on the tab Diplomacy; or close it, then type in a terminal: dipscore attach """ & ThisWorkbook.Name & """"
    DipVersion = answer
    Exit Function
failed:
    #If Mac Then
        DipVersion = "Excel for Mac computes with xlwings Lite, not with macros: close this workbook, then type in a terminal: dipscore attach """ & ThisWorkbook.Name & """ --host lite"
    #Else
        DipVersion = "Python does not answer: close Excel, then start Install in the folder of xl_dipscore, or type in a terminal: dipscore install excel (" & Err.Description & ")"
    #End If
End Function

#If Mac Then
Private Function DipPython() As Object
End Function
#Else
Private Function DipPython() As Object
    Static loaded As Boolean
    Dim found As Variant, wrong As Long
    If Not loaded Then DipLoad
    loaded = True
    wrong = XLPyDLLActivate(found, "dipscore.conf", 1)
    ' Once it fails to return to a current folder in foreign letters; then it is in its own, and succeeds.
    If wrong <> 0 Then If InStr(found, "(2nd)") > 0 Then wrong = XLPyDLLActivate(found, "dipscore.conf", 1)
    If wrong <> 0 Then Err.Raise 1000, , found
    Set DipPython = found
End Function

' Once loaded, the library is found by its name alone. It knows its own folder in plain letters only.
Private Sub DipLoad()
    Dim key As String, buffer As String, path As String, size As Long
    key = "USERPROFILE"
    buffer = String$(32767, vbNullChar)
    size = GetEnvironmentVariableW(StrPtr(key), StrPtr(buffer), Len(buffer))
    path = Left$(buffer, size) & "\.dipscore"
    If path Like "*[! -~]*" Then
        size = GetShortPathNameW(StrPtr(path), StrPtr(buffer), Len(buffer))
        If size > 0 Then path = Left$(buffer, size)
    End If
    path = path & "\" & LIBRARY
    If LoadLibraryW(StrPtr(path)) = 0 Then Err.Raise 1000, , path & " does not load, error " & Err.LastDllError
End Sub
#End If

' Cells as they are, without number formats: Excel would round money. Where days count from 1904, days are dates.
Private Function DipCells(Optional given As Variant) As Variant
    Dim cells As Object, last As Long
    If IsMissing(given) Then Exit Function
    If TypeName(given) <> "Range" Then
        DipCells = given
        Exit Function
    End If
    Set cells = given
    If cells.Areas.Count > 1 Then Err.Raise 5
    If cells.Rows.Count = cells.Worksheet.Rows.Count Then
        last = cells.Worksheet.UsedRange.Row + cells.Worksheet.UsedRange.Rows.Count - 1
        Set cells = cells.Resize(last)
    End If
    If cells.Worksheet.Parent.Date1904 Then
        DipCells = cells.Value
    Else
        DipCells = cells.Value2
    End If
End Function

' Marks such as "#N/A" become true errors, so that a sum over a bad board is an error, never a smaller number.
Private Function DipResult(ByVal result As Variant) As Variant
    Dim i As Long, j As Long, last As Long
    If Not IsArray(result) Then
        DipResult = DipMark(result)
        Exit Function
    End If
    ' A single row comes as an array of one dimension.
    last = -1
    On Error Resume Next
    last = UBound(result, 2)
    On Error GoTo 0
    For i = LBound(result) To UBound(result)
        If last = -1 Then
            result(i) = DipMark(result(i))
        Else
            For j = LBound(result, 2) To last
                result(i, j) = DipMark(result(i, j))
            Next j
        End If
    Next i
    DipResult = result
End Function

Private Function DipMark(ByVal value As Variant) As Variant
    DipMark = value
    If VarType(value) <> vbString Then Exit Function
    Select Case value
        Case "#N/A": DipMark = CVErr(xlErrNA)
        Case "#VALUE!": DipMark = CVErr(xlErrValue)
        Case "#NUM!": DipMark = CVErr(xlErrNum)
        Case "#DIV/0!": DipMark = CVErr(xlErrDiv0)
        Case "#REF!": DipMark = CVErr(xlErrRef)
        Case "#NAME?": DipMark = CVErr(xlErrName)
        Case "#NULL!": DipMark = CVErr(xlErrNull)
    End Select
End Function
