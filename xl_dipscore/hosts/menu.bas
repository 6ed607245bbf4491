
' What is chosen on the tab, by the names of wishes: two rows.
Private chosen() As Variant
Private many As Long

Public Sub DipText(ByVal control As Object, ByVal text As String)
    DipWish control.Tag, text
End Sub

Public Sub DipChoice(ByVal control As Object, ByVal id As String, ByVal index As Integer)
    DipWish control.Tag, index
End Sub

Public Sub DipTick(ByVal control As Object, ByVal pressed As Boolean)
    DipWish control.Tag, pressed
End Sub

Public Sub DipPress(ByVal control As Object)
    DipDo control.Tag
End Sub

Public Sub DipTakeBack()
    DipDo "take_back"
End Sub

Private Sub DipWish(ByVal name As String, ByVal value As Variant)
    Dim i As Long
    For i = 1 To many
        If chosen(1, i) = name Then
            chosen(2, i) = value
            Exit Sub
        End If
    Next i
    many = many + 1
    ReDim Preserve chosen(1 To 2, 1 To many)
    chosen(1, many) = name
    chosen(2, many) = value
End Sub

' A word, and after a blank the wish that is a file or a folder.
Private Sub DipDo(ByVal word As String)
    Dim book As Workbook, rows As Variant, path As Variant, mark As Long
    On Error GoTo failed
    Set book = ActiveWorkbook
    mark = InStr(word, " ")
    If mark > 0 Then
        If Right$(word, 6) = "folder" Then
            With Application.FileDialog(4)
                If .Show = 0 Then Exit Sub
                path = .SelectedItems(1)
            End With
            If book.Path = "" Then Err.Raise 1000, , "Save the workbook first."
            book.Save
        Else
            path = Application.GetOpenFilename()
            If VarType(path) = vbBoolean Then Exit Sub
        End If
        DipWish Mid$(word, mark + 1), path
        word = Left$(word, mark - 1)
    End If
    rows = DipPython().CallUDF("xl_dipscore.hosts.excel_menu", "DIP_MENU", DipBook(word, book))
    If DipPut(book, rows) Then Application.OnUndo "Take back: Diplomacy", "DipTakeBack"
    DipSay rows
    Exit Sub
failed:
    MsgBox Err.Description, vbExclamation, "Diplomacy"
End Sub

' The word, wishes, place, names, titles, and for each sheet its values and its formulas.
Private Function DipBook(ByVal word As String, ByVal book As Workbook) As Variant
    Dim given() As Variant, titles() As Variant, names() As Variant, wishes() As Variant
    Dim i As Long, sheets As Long, area As Range
    sheets = book.Worksheets.Count
    ReDim given(0 To 4 + 2 * sheets)
    ReDim titles(0 To 0, 0 To sheets - 1)
    ReDim names(0 To book.Names.Count, 0 To 1)
    ReDim wishes(0 To many, 0 To 1)
    For i = 1 To many
        wishes(i, 0) = chosen(1, i)
        wishes(i, 1) = chosen(2, i)
    Next i
    For i = 1 To book.Names.Count
        names(i, 0) = book.Names(i).Name
        names(i, 1) = book.Names(i).RefersTo
    Next i
    For i = 1 To sheets
        Set area = book.Worksheets(i).UsedRange
        Set area = book.Worksheets(i).Range("A1", area.Cells(area.Rows.Count, area.Columns.Count))
        titles(0, i - 1) = book.Worksheets(i).Name
        given(3 + 2 * i) = area.Value2
        given(4 + 2 * i) = area.Formula
    Next i
    given(0) = word
    given(1) = wishes
    given(2) = Array(book.FullName, ActiveSheet.Name, ActiveCell.Row, ActiveCell.Column, Selection.Rows.Count)
    given(3) = names
    given(4) = titles
    DipBook = given
End Function

' All cells or none: a locked one stands against all of them.
Private Function DipPut(ByVal book As Workbook, ByVal rows As Variant) As Boolean
    Dim i As Long, cell As Range
    For i = LBound(rows, 1) To UBound(rows, 1)
        If rows(i, 0) = "cell" Then
            Set cell = book.Worksheets(rows(i, 1)).Range(rows(i, 2))
            If cell.Worksheet.ProtectContents And cell.Locked Then Err.Raise 1000, , rows(i, 1) & "!" & rows(i, 2) & " is locked, so nothing was changed."
        End If
    Next i
    Application.ScreenUpdating = False
    For i = LBound(rows, 1) To UBound(rows, 1)
        If rows(i, 0) = "cell" Then
            Set cell = book.Worksheets(rows(i, 1)).Range(rows(i, 2))
            DipPut = True
            Select Case rows(i, 3)
                Case "text"
                    cell.Value = "'" & rows(i, 4)
                Case "formula"
                    cell.Formula = rows(i, 4)
                Case "nothing"
                    cell.ClearContents
                Case Else
                    cell.Value2 = rows(i, 4)
            End Select
        ElseIf rows(i, 0) = "go" Then
            book.Worksheets(rows(i, 1)).Visible = xlSheetVisible
            Application.Goto book.Worksheets(rows(i, 1)).Range(rows(i, 2))
        End If
    Next i
    Application.ScreenUpdating = True
End Function

Private Sub DipSay(ByVal rows As Variant)
    Dim i As Long, said As String
    For i = LBound(rows, 1) To UBound(rows, 1)
        If rows(i, 0) = "said" And Len(said) < 900 Then said = said & rows(i, 4) & vbLf
    Next i
    If said <> "" Then MsgBox said, vbInformation, "Diplomacy"
End Sub
